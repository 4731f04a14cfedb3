"""Everybody: home, match sheet, projector, results, proof of the draws, the regulation."""
