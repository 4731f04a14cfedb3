"""Corner marks that a camera finds: ArUco squares of 4 × 4 bits, dictionary 4X4_1000.

A mark carries its number from 0 to 999 in black and white cells inside a black border. A slip has
four: ``4 × table + corner``, corners counted clockwise from the upper left, table 0 for a slip made
out to nobody. Any one of them tells the table and which way up the paper lies.
"""

CORNERS = 4
LAST_TABLE = 249
"""The highest table whose four marks the dictionary holds."""

_WORDS = """\
b532 0f9a 332d 9946 549e 79cd 9e2e c4f2 feda cf56 f991 11a7 0eb7 2a0f 24b1 263e 4665 6600 6c5e
76af 868b b02b ccd5 dd82 fe47 9471 ace4 a554 2123 346f 4415 57b2 9ecf f0cb 08ae 0929 1875 04ff
0df6 1c5a 1718 2a28 328c 38b2 24e8 2eeb 2d3f 4b64 502e 5013 5194 5568 5d41 5f97 6801 6867 6124
61e9 6b12 6fe5 67df 7e1b 80a0 8344 8ba2 937a 846c 852a 859c 9c89 9fa1 bb7c bc04 b65b bfc8 b7ab
ca1f c962 d958 d3d5 cc98 c7a0 c537 e95d f925 fbbb ee2a f74d 3575 8aad 7617 0acf 064b 2dc1 49d8
43f4 4f36 4fd3 69e4 70c7 7a6e b4ea ed4f fce7 fea6 0025 0043 0a88 0a86 026f 001c 0097 0837 0a31
09c6 0b01 09fb 0b58 1082 182d 1078 1073 1274 12b1 1af9 1306 0c0e 0cf1 0433 0c9f 0ef2 0efd 074c
0fa4 072f 05b5 0f91 07db 1ee4 1439 1d80 15c8 1f8b 15ba 1db1 2080 28e9 22a2 2853 2af0 22f7 2940
2146 29b9 2b9c 2bb2 38ca 382e 3007 38e7 3a49 3a65 325d 3b88 391d 3bd3 2647 2780 2faa 2d14 25de
2553 2f77 3448 3ca8 3c41 340d 34fb 369a 3de0 356a 3d09 3ded 3fc4 3f6c 37ce 3d5c 3d76 37b0 3f17
3fff 48e5 4268 4a2d 4160 4951 41dd 4bdf 584f 5a48 5816 505d 5afa 5ab5 5123 5b8a 5919 5135 4c69
46c1 4e0b 445f 4e59 4d83 4d7d 47d8 4773 5c85 5e44 562b 5cbb 55c3 5f6e 5feb 5d12 555e 6270 6215
61c2 6b20 6345 6b5c 6b5b 780c 7acf 787f 7980 71e5 7174 79b6 71d3 7b33 646a 66a8 6ea7 6e91 6522
6dcb 678d 6d31 7e80 7ee2 7e8d 74d2 7c32 7e35 75ab 7705 7f2b 7dda 7f92 8075 80f3 81a6 89ed 81fc
98a6 9a20 9143 99f9 9193 9bd4 8409 846b 86c4 8e64 861a 854e 8dcb 8567 85af 85d7 87b3 9ce1 9cf2
9417 9500 95a2 9d23 9f62 9d52 95da a0c5 aacd a2d8 a257 a93d a957 ab52 a336 a359 b0f4 b812 b0bf
b29d bbed b972 b996 a4c3 acd2 aeb1 a582 af65 a57b affa b464 bc62 b481 b6a0 beee be0d bcd9 bef8
b528 b709 b7d2 c0ea c019 c0fd c8d3 ca5a c14d c9b4 c157 c398 c31d d880 d8ef da2b d01e d105 d3ad
dba7 c4c9 cc78 cd45 c50b cfcf dcac d402 dc63 d427 d4f5 d678 deb8 dde6 d55d ddbd df1d e2ca ea6b
e0b4 e238 e2d4 e322 e1d8 f003 f2cc f8f6 f149 f3ea f19c f9f5 f13b ec8d eec9 e60f e4f7 e760 efe8
edb2 e515 efd1 f486 fc01 f6c3 f47c fc93 f542 fd98 f53d 02bd 00e1 02e2 02ae 0878 0074 089e 08d1
087d 0a32 0ade 0251 01a2 0380 0b83 0b4b 0b27 0bef 09b6 0959 0993 0bf8 03d9 03f1 10c4 18ab 1aa0
1a04 1a6c 1aae 1289 1017 1af3 1940 1102 112b 11cf 1b22 132e 1115 13bb 0c20 0cc9 0cdc 0c36 0614
0672 0d61 050d 0d8f 0fe0 0f49 0785 0590 0d33 0f96 0f76 1460 1c8d 14da 1c73 1e94 1eba 16d9 1e3d
16fb 1de9 1dfe 1f9f 288b 20af 220e 22a9 2a8d 2aa3 2aef 2890 283b 2a58 2233 21a0 2102 21a5 21c7
2b03 2367 2930 29d2 2b19 2b9b 2b97 3828 38a5 3a86 3201 389f 32d2 3a99 3ad5 39e8 3bc1 3343 3be7
319a 3390 3b9e 24c4 2c4a 2cad 2ccf 2c67 26ea 2ee5 2c70 2e12 2ed1 2e39 2564 25e7 2fcc 2dbc 2d71
25d5 259b 2710 2f7c 27f2 273a 2fb6 27d3 2fb3 271f 3c4b 36c0 36ee 3ee9 34b8 3c14 3c52 3472 347e
34bf 3e71 3e53 3d8c 35a2 352e 352d 37ac 3570 37fa 3ff1 3fdb 48c4 48e9 4ac2 4a41 42eb 4813 4ad8
42fd 4a17 4963 436e 413a 49b1 413d 4b92 4b9b 433f 5822 50aa 5827 52c8 5284 520a 5a0f 5898 585c
50db 50f7 5af4 51ec 5142 510d 5b03 53eb 5176 5971 5193 53f9 5bb3 5397 4c4c 444b 4c23 468c 4e27
4690 4ed4 45ce 45e5 4527 4fc1 4705 4534 4572 5cc8 5c0e 54eb 5689 5643 5ee7 5c70 54b2 5e79 56f3
5da3 5df2 551d 5d9d 57fc 57d2 5f73 682d 68c3 6887 6a4a 6269 60b9 68ff 6adc 6ada 6a3e 6a51 6a31
62d7 61cc 6b82 6be3 693a 619e 6195 6175 695f 6937 63da 7002 7863 704f 72ca 7aad 707b 7a14 7af9
7ad3 7abb 79e2 7129 7b67 71d0 7939 7330 73b9 7353 73ff 6c88 6409 6c43 6606 6683 64b0 64da 6e9f
67c8 6fee 6d3b 6fd2 7480 7cab 7e68 7e02 7c9c 7436 7c11 7ede 7eb6 76db 7dc4 7d8a 756d 7788 7720
7741 7538 75be 7d9b 7757 8828 80ac 880d 8867 824e 8aa1 822b 8018 88f9 809d 8a9c 8231 8a75 8297
8109 81eb 8107 8b28 8bac 832e 83e5 8150 8932 8b7a 8b96 837d 9087 9afc 92f5 91aa 9341 9325 9beb
9934 91f7 9bda 9356 8442 8c81 8c4f 8648 86a6 8e03 86e3 866f 8eaf 845e 8477 86fa 8e1e 8e37 870a
8f8a 8f26 8721 870d 8572 873e 9c43 9e61 9458 94f8 9c32 9476 94b1 94dd 949b 9cdb 9e9c 9ed2 9619
9eb1 9569 9f6d 972b 95b6 95b9 9d3d 9d57 a8ec a825 a2ac a202 aa66 aa8f aae7 a830 a87a a8f6 a893
a214 aa34 a272 aaf2 a2f1 a140 a90a a126 a9c5 a9cf a134 a912 a1fa ab98 a3f7 b006 b045 b88d b284
b8f0 b855 b276 ba91 b271 b9c0 b942 b92a b38c b3ca bb66 b30f b1da bb14 bbf6 b313 a468 ac2c aca1
aceb acc7 a467 a6c0 aee0 a623 ade8 a5cc a7ec ad7c a51a a591 ad19 a597 b46d becb bc3a bcf5 bebd
bef3 b525 b58f b768 bfe4 bdfe bd9d b5f5 b5f3 bfb0 b75a bf3e b739 bfd5 b71d bf35 b77f c801 c0a5
c282 c8bd c2fc ca91 c25b c944 c12a c3c0 c97a c1b9 c975 c1f7 cbb1 d06c d887 d0af dac4 d20c da09
d030 d894 d03a d0b6 d075 d276 da5d da35 d217 d902 d3e8 d3e5 d19a d1f6 d151 db14 d33e d3d3 c460
cca7 c642 c647 cee7 c45c cc1d cc35 c6bc cda8 c50c c5e4 c5c2 cd2d cd59 cd95 c593 c75f d4c5 de88
d624 deec d6e2 dec6 de23 dcdc dc1a d411 de54 d694 de9d dd81 d5a5 d7ac d766 dfa9 d5dc dd1f dff0
e248 e2e8 e207 e05d eaf5 eb26 ebed e152 e17e e9db f806 f0ee f8a1 fa00 fac2 f09b faf4 fa3c f2fc
f2bd f293 f160 f9ec f146 f9e1 f348 f3ae f3c1 f38b f3a7 f173 f197 f3f4 fb32 e407 e64d ec55 edc0
ed85 efa2 e74e e5d5 ef50 f422 f489 f429 f66a fe0b fe6f f495 f435 f41f f6b0 f5e8 f5c5 fd23 ffc0
f7cc f7e9 f5bc fdf6 f5d9 fd97 fd3f ff9c ff5a f7fe ff11 f7bf
"""
"""The 16 bits of each mark, row by row, as OpenCV publishes its dictionary; five signs a mark."""


def mark_of(table: int, corner: int) -> int:
    """The number of a corner's mark; beyond the last table, the marks of a blank slip."""
    return CORNERS * (table if table <= LAST_TABLE else 0) + corner


def cells(mark: int) -> tuple[str, ...]:
    """The six rows of a mark from above, its border included; ``1`` is black."""
    word = _WORDS[5 * mark : 5 * mark + 4]
    bits = f"{int(word, 16):016b}".translate({ord("0"): "1", ord("1"): "0"})
    rows = (f"1{bits[i : i + 4]}1" for i in range(0, 16, 4))
    return ("111111", *rows, "111111")
