"""Word study."""
