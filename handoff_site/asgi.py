"""The desk as an ASGI application."""

from a2wsgi import WSGIMiddleware

from handoff_site.wsgi import application as wsgi_application

application = WSGIMiddleware(wsgi_application, workers=16)
