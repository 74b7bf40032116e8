"""How the site is put together. What differs from place to place is read by environment.py."""

import os
import sys
from pathlib import Path
from typing import Any

from handoff_site import environment, logs
from handoff_site.data_folder import data_folder

ROOT = Path(__file__).resolve().parent.parent
DATA = data_folder(os.environ, ROOT)
PUBLIC = environment.public_url(os.environ.get("PUBLIC_URL") or environment.own_address(sys.argv))

# What differs from place to place

SECRET_KEY = environment.secret_key(os.environ, DATA)
SECRET_KEY_FALLBACKS = environment.old_secret_keys(os.environ.get("SECRET_KEY_FALLBACKS", ""))
DEBUG = environment.switch("DJANGO_DEBUG", os.environ.get("DJANGO_DEBUG", ""))
PUBLIC_URL = PUBLIC.origin
ALLOWED_HOSTS = environment.allowed_hosts(os.environ.get("ALLOWED_HOSTS", ""), PUBLIC)
THREADS = environment.threads(os.environ.get("THREADS") or str(environment.THREADS))
DATABASES: dict[str, dict[str, Any]] = {
    "default": environment.database(os.environ.get("DATABASE_URL", ""), DATA, THREADS),
}
REDIS_URL = os.environ.get("REDIS_URL", "")
CACHES: dict[str, dict[str, Any]] = {"default": environment.cache(REDIS_URL)}
globals().update(environment.email(os.environ.get("EMAIL_URL", ""), DATA, PUBLIC))
LOGGING = logs.config(environment.log_format(os.environ.get("LOG_FORMAT") or "text"))
TRUSTED_PROXIES = environment.trusted_proxies(os.environ.get("FORWARDED_ALLOW_IPS") or "127.0.0.1,::1")
METRICS_TOKEN = environment.metrics_token(os.environ.get("METRICS_TOKEN", ""))

# The site

ROOT_URLCONF = "handoff_site.urls"
WSGI_APPLICATION = "handoff_site.wsgi.application"
INSTALLED_APPS = [
    "notes",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "django_htmx",
]
MIDDLEWARE = [
    "handoff_site.request_log.RequestLogMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "handoff_site.content_security.ContentSecurity",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "handoff_site.turned_away.RefusedBodies",
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "notes.web.header.decisions_waiting",
                "handoff_site.request_ids.on_pages",
            ],
        },
    },
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True
TIME_ZONE = "UTC"

# A note has at most 1 MiB; in a form field most scripts come to three times that. More is refused unread.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = DATA_UPLOAD_MAX_MEMORY_SIZE

# Static files: named after their content, compressed once, served by the desk itself

STATIC_URL = "static/"
STATIC_ROOT = DATA / "static"
STATICFILES_DIRS = [ROOT / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

# Signing in: email and password; people are made by `manage.py create_member`

AUTH_USER_MODEL = "notes.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "account_login"
ACCOUNT_ADAPTER = "handoff_site.accounts.MembersOnly"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_SESSION_REMEMBER = True
# A stranger cannot have letters sent to anyone.
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
# allauth's own writes a row while it checks a link, and following a link changes nothing here.
ACCOUNT_PASSWORD_RESET_TOKEN_GENERATOR = "django.contrib.auth.tokens.PasswordResetTokenGenerator"  # noqa: S105  # a name

# Safety

CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
CSRF_FAILURE_VIEW = "notes.web.errors.csrf_failure"
CSRF_COOKIE_SECURE = SESSION_COOKIE_SECURE = PUBLIC.secure
SESSION_ENGINE = "handoff_site.sessions"
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = PUBLIC.secure
SECURE_HSTS_SECONDS = 31_536_000 if PUBLIC.secure else 0
SECURE_REFERRER_POLICY = "same-origin"
# The desk speaks for its own host, not for the domain around it: no HSTS for subdomains, no preload.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
X_FRAME_OPTIONS = "DENY"
