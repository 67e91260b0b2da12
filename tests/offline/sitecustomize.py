"""Python as the tests start it, kernels too: no network, and no old way of doing things.

conftest.py puts this folder on PYTHONPATH, and Python imports `sitecustomize` before all else.
"""

import socket
import sys
import warnings

NAMES = {
    "socket.connect": 1,
    "socket.sendto": 1,
    "socket.getaddrinfo": 0,
    "socket.gethostbyname": 0,
}


def offline(event, arguments):
    """Stop whoever asks for another computer: an error that no `except OSError` hides."""
    if event in NAMES:
        address = arguments[NAMES[event]]
        host = address[0] if isinstance(address, tuple) else address
        if not local(host):
            raise RuntimeError(f"the course needs no network, but {event} asks for {host!r}")


def local(host):
    """Whether a host is this computer; a path is the socket of a file."""
    if host is None:
        return True
    name = host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)
    own = {"", "localhost", "::", "::1", "0.0.0.0", socket.gethostname()}
    return name in own or name.startswith(("127.", "/", "\0"))


sys.addaudithook(offline)
# pytest sees to these by itself; a kernel would not even show them, or show those of others
warnings.filterwarnings("ignore", category=EncodingWarning)
for old in (DeprecationWarning, FutureWarning, EncodingWarning):
    warnings.filterwarnings("error", category=old, module=r"nbcourse\b")
