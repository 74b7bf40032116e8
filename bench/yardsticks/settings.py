"""The site as it is, with two more addresses that the desk's own are measured against."""

from handoff_site.settings import *  # noqa: F403

ROOT_URLCONF = "bench.yardsticks.urls"
