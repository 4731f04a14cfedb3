"""Requests written byte by byte, as a hostile phone would."""

import json
import socket
from typing import Any
from urllib.parse import urlsplit

from tests.web.conftest import WebClient
from tests.web.served import PATIENCE


def connect(url: str) -> socket.socket:
    parts = urlsplit(url)
    return socket.create_connection((parts.hostname or "", parts.port or 80), timeout=PATIENCE)


def post_bytes(client: WebClient, path: str, body: Any) -> tuple[bytes, bytes]:
    """The head and the body of a POST with the session of a client."""
    data = json.dumps(body).encode()
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    lines = [
        f"POST {path} HTTP/1.1",
        f"host: {client.base_url.netloc.decode()}",
        "content-type: application/json",
        f"content-length: {len(data)}",
        f"x-csrf-token: {client.headers['x-csrf-token']}",
        f"cookie: {cookies}",
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode(), data


def answer(connection: socket.socket, found: bytes = b"") -> str:
    """Everything the server says until it has answered or closed; ``found`` was read before."""
    connection.settimeout(PATIENCE)
    while True:
        head, mark, body = found.partition(b"\r\n\r\n")
        lengths = [
            int(line.split(b":")[1])
            for line in head.lower().split(b"\r\n")
            if line.startswith(b"content-length:")
        ]
        if mark and lengths and len(body) >= lengths[0]:
            break
        try:
            piece = connection.recv(65536)
        except ConnectionResetError:
            break
        if not piece:
            break
        found += piece
    return found.decode("utf-8", "replace")
