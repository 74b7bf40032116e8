#!/bin/sh
# The real Claude Code and Codex for the tests that run them, in .venv/agents: from npm, without touching anybody's own.
set -eu
cd "$(dirname "$0")/.."

if ! command -v npm >/dev/null; then
    echo "npm was not found on the path: the tests with real agents will be skipped." >&2
    exit 1
fi
[ -e .venv/agents/ready-2.1.197-0.171.0 ] && exit
npm install --prefix .venv/agents --no-audit --no-fund --silent --ignore-scripts \
    @anthropic-ai/claude-code@2.1.197 @openai/codex@0.171.0
# Its own script puts the program where the package expects it.
node .venv/agents/node_modules/@anthropic-ai/claude-code/install.cjs
touch .venv/agents/ready-2.1.197-0.171.0
