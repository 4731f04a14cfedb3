"""Keys: who signed what, and the secrets that everything sealed is derived from.

A key is 32 random bytes in a file of its owner's. Nothing derived from it is ever stored: a hub
restored from an old backup still opens every envelope it ever sealed.
"""

import base64
import binascii
import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)

from raccord.network.errors import NetworkError
from raccord.quoting import short_hash
from raccord.store.places import write_whole

KEY_BYTES = 32
SIGNATURE_BYTES = 64


def load_key(path: Path) -> bytes:
    """The key of a file, made when it is first asked for."""
    if not path.exists():
        _make(path)
    found = path.read_bytes()
    if len(found) != KEY_BYTES:
        raise NetworkError(f"{path} est abîmé (attendu : {KEY_BYTES} octets)")
    return found


def _make(path: Path) -> None:
    """A key where there is none: of processes that make one at once the first is right."""
    made = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    write_whole(made, secrets.token_bytes(KEY_BYTES))
    try:
        os.link(made, path)
    except FileExistsError:
        return
    except OSError:
        # A disk without links: there one laptop is by itself.
        made.replace(path)
    finally:
        made.unlink(missing_ok=True)


def shared_key(path: Path, secret: bytes) -> bytes:
    """The key of a file; without one what the secret of all processes gives, where they have one.

    So processes on several machines have the same, and none is lost with a container.
    """
    return derived(secret, "hub.key") if secret and not path.exists() else load_key(path)


def derived(key: bytes, *purpose: object) -> bytes:
    """32 bytes good for one purpose only."""
    text = "\0".join(map(str, purpose))
    return hmac.digest(key, text.encode(), "sha256")


class Pen:
    """Plume: signs with a key, and tells by which public key it is known."""

    def __init__(self, key: bytes) -> None:
        self._private = Ed25519PrivateKey.from_private_bytes(key)
        raw = self._private.public_key().public_bytes_raw()
        self.public = base64.urlsafe_b64encode(raw).decode().rstrip("=")

    def sign(self, message: bytes) -> bytes:
        """A signature of these bytes."""
        return self._private.sign(message)


def is_signed(public: str, message: bytes, signature: bytes) -> bool:
    """Whether whoever is known by a public key has signed these bytes."""
    try:
        raw = base64.urlsafe_b64decode(public + "=" * (-len(public) % 4))
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, message)
    except (InvalidSignature, ValueError, binascii.Error):
        return False
    return True


def fingerprint(public: str) -> str:
    """What two people compare by telephone: ``3F2A 9C41 D07B E655``."""
    return short_hash(hmac.digest(b"raccord fingerprint", public.encode(), "sha256").hex())
