"""Tests of the marker."""
