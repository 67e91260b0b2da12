"""Whatever the tests start is kept from the network, and says so aloud when it asks for it."""

import socket
import subprocess
import sys
from pathlib import Path

import pytest
from jupyter_client.manager import run_kernel

ELSEWHERE = "192.0.2.1"  # reserved for examples: nobody has it
REFUSED = "the course needs no network"


@pytest.fixture(scope="module")
def kernel():
    """What a kernel says about some code."""
    with run_kernel(kernel_name="python3") as client:

        def run(program):
            # an error may not stop what comes at once after it
            how = {"reply": True, "timeout": 60, "stop_on_error": False}
            reply = client.execute(program, **how)["content"]
            return f"{reply.get('ename')}: {reply.get('evalue')}"

        yield run


def send():
    with socket.socket(type=socket.SOCK_DGRAM) as sender:
        sender.sendto(b"", (ELSEWHERE, 53))


@pytest.mark.parametrize(
    "asks",
    [
        lambda: socket.create_connection((ELSEWHERE, 80), timeout=1),
        lambda: socket.getaddrinfo("example.org", 80),
        lambda: socket.gethostbyname("example.org"),
        send,
    ],
)
def test_no_test_reaches_another_computer(asks):
    with pytest.raises(RuntimeError, match=REFUSED):
        asks()


def test_no_program_reaches_another_computer():
    program = f"import socket; socket.create_connection(('{ELSEWHERE}', 80), timeout=1)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8")
    assert f"RuntimeError: {REFUSED}" in done.stderr


def test_no_kernel_reaches_another_computer(kernel):
    # by itself `download` prints what is wrong, and returns False
    assert f"RuntimeError: {REFUSED}" in kernel("import nltk; nltk.download('punkt_tab')")


def test_this_computer_may_be_asked():
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname()).close()
        socket.create_connection(("localhost", server.getsockname()[1])).close()


@pytest.mark.parametrize(
    ("category", "ours"),
    [("DeprecationWarning", True), ("FutureWarning", True), ("UserWarning", False)],
)
def test_an_old_way_in_the_package_is_an_error_in_kernels_too(category, ours, tmp_path, kernel):
    code = f"import warnings; warnings.warn('old', {category}, stacklevel=1)"
    Path(tmp_path, "nbcourse.py").write_text(code, encoding="utf-8")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
    program += "sys.modules.pop('nbcourse', None); import nbcourse"
    assert (f"{category}: old" in kernel(program)) == ours
