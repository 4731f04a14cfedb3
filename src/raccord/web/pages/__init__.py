"""One module per kind of visitor; ``raccord.web.app`` mounts every module found here."""
