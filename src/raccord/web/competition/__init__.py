"""Competitions: evenings, tournaments, seasons; for who organises them and for the public."""
