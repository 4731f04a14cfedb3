"""A storm over several machines: centres with their hub, and sections on one PostgreSQL.

Each run plays a short game in several places and meets one fault at a random moment. Then every
acknowledged slip must be at the hub once, no turn twice, and the ranking that of a second, simple
programme (``storm.oracle``).
"""
