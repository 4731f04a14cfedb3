"""Start the product as the README says, ask for its first page, stop it.

python3 tools/try_run.py [make run]        with nothing but Python, in the clean systems of bare.py
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import urllib.request


def main() -> None:
    """Leave with an error where no page comes, or where the server does not stop."""
    with tempfile.TemporaryDirectory() as home:
        setting = {**os.environ, "RACCORD_HOME": home, "PYTHONUNBUFFERED": "1", "BROWSER": "true"}
        command = sys.argv[1:] or ["make", "run"]
        # A group of its own: Ctrl+C reaches make and the server alike.
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=setting, start_new_session=True
        ) as process:
            try:
                address = wait_for_address(process)
                page = urllib.request.urlopen(address, timeout=60).read().decode()
                assert "Raccord" in page, page
                print(f"{' '.join(command)} answers at {address} with {len(page)} characters")
            finally:
                os.killpg(process.pid, signal.SIGINT)
                process.wait(60)


def wait_for_address(process: subprocess.Popen[str]) -> str:
    """Where it says it is; what it says on the way is shown."""
    assert process.stdout
    for line in process.stdout:
        print(line, end="", flush=True)
        if found := re.search(r"Raccord est prêt : (http://\S+)", line):
            return found[1]
    sys.exit("it ended without a server")


if __name__ == "__main__":
    main()
