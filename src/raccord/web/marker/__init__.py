"""The markers: one line per paper slip, rulings, and why a slip was ruled as it was."""
