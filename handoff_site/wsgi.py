"""The desk as a WSGI application: all of its plain HTTP."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "handoff_site.settings")

application = get_wsgi_application()
