from hypothesis import settings

# How long one example takes says more about the machine than about the rule.
settings.register_profile("desk", settings(), deadline=None)
settings.load_profile("desk")
