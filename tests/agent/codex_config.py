"""What Codex is told about the model of the tests."""

from pathlib import Path

COMPACTS_AT = 50_000


def codex_config(url: str, folder: Path) -> str:
    return f'''
model = "gpt-5"
model_provider = "fake"
model_auto_compact_token_limit = {COMPACTS_AT}
[model_providers.fake]
name = "fake"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
[projects."{folder}"]
trust_level = "trusted"
'''
