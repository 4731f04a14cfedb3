"""For those who keep the machines running: probes and measures, no pages."""
