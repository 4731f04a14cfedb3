"""Makes the weights of `raccord.reading`, and photographs of slips to try them on."""
