#!/bin/sh
# Makes .venv with the locked packages, and sees to a Chromium for the browser tests.
set -eu
cd "$(dirname "$0")/.."

find_python() {
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$name"
            return
        fi
    done
    echo "Python 3.11 or newer is needed and was not found on the path." >&2
    return 1
}

[ -x .venv/bin/python ] || "$(find_python)" -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check --requirement requirements.txt
sh tools/chromium.sh
