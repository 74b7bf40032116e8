import os
import tempfile

# The PostgreSQL wheel warns where it is missing, as it is on servers and in containers.
os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
