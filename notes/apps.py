from django.apps import AppConfig


class NotesConfig(AppConfig):
    name = "notes"
    verbose_name = "Handoff Desk"
    default_auto_field = "django.db.models.BigAutoField"
