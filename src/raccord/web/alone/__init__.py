"""Playing alone."""
