"""The site's own settings, with a data folder of their own and the database that TEST_ENGINE names."""

import os

from tests import engines

os.environ |= {"SECRET_KEY": "of the tests alone", "HANDOFF_DATA_DIR": str(engines.FOLDER)}
os.environ |= {"PUBLIC_URL": "", "ALLOWED_HOSTS": "", "EMAIL_URL": "", "REDIS_URL": "", "LOG_FORMAT": ""}
os.environ["DATABASE_URL"] = engines.database_url(os.environ.get("TEST_ENGINE", "sqlite"))

from handoff_site.settings import *  # noqa: F403
from handoff_site.settings import DATA, DATABASES, STORAGES

# A file, since many tests are about several writers at once, and no second process sees an in-memory one.
if DATABASES["default"]["ENGINE"].endswith(".sqlite"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA / "test.sqlite3")}

# Nothing is collected: static files are served from where they lie.
STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
