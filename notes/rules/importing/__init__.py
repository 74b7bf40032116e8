"""Histories from elsewhere: who wrote which version, and what agents did to people's lines."""
