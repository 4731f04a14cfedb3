"""Games as files: records, published tables, prepared games, audits, fair draws."""
