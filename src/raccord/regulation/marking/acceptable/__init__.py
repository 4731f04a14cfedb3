"""Acceptable solutions: how a slip is treated since 2023, played word by played word.

=================================  ===============================  ==============
5.2.1, 5.2.2                       played words, parasite letters   ``visible``
4.3.2                              link letters left                ``linking``
5.3                                right locations, both modes      ``locating``
5.3.1, 5.3.2                       circles and scores               ``circling``
5.3.3                              a score without its place        ``solving``
5.3.3                              false links                      ``hooks``
5.4                                the order of treatment           ``order``
=================================  ===============================  ==============
"""
