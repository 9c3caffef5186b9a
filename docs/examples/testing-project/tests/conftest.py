"""Examples of hypothesis: the same in every run, and as long as they take."""

from hypothesis import settings

settings.register_profile("machines", deadline=None, derandomize=True, max_examples=5)
settings.load_profile("machines")
