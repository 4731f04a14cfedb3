"""A storm: short games on the real server, each with a fault at a random moment, then checked.

    make storm [RUNS=1000] [SEED=1]

``plan`` draws a run from its seed; ``run`` plays it with ``desk`` and ``phones`` over ``client``;
``faults`` and ``attacks`` do the harm; ``oracle`` counts the game again from the log's JSON, and
``checks`` compares. Nothing here is part of the product.
"""
