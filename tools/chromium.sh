#!/bin/sh
# Prints nothing and does nothing where a Chromium is there; else installs one, or says what is then left out.
set -eu
cd "$(dirname "$0")/.."

if .venv/bin/python -m tests.chromium; then
    exit 0
fi
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
else
    .venv/bin/python -m playwright install chromium
fi
