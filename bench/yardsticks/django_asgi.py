"""The same site under Django's own ASGI handler."""

from django.core.asgi import get_asgi_application

application = get_asgi_application()
