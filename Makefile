# Everything that a maintainer runs. `make setup` happens by itself, once per change of requirements.txt.
.PHONY: setup run test fast lint bench screenshots lock

# Compiled tests are kept, or every worker of a test run would compile its tools anew.
unexport PYTHONDONTWRITEBYTECODE

setup: .venv/ready

.venv/ready: requirements.txt tools/setup.sh
	sh tools/setup.sh
	touch .venv/ready

run: setup
	.venv/bin/python manage.py demo --port $${PORT:-8000}

test: setup
	sh tools/test.sh

fast: setup
	.venv/bin/python -m pytest -n 2 -m "not browser and not agents and not processes and not slow"

lint: setup
	sh tools/lint.sh

bench: setup
	.venv/bin/python -m bench

screenshots: setup
	.venv/bin/python -m tools.screenshots

lock: setup
	sh tools/lock.sh
