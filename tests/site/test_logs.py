"""What the desk says about itself, and what it must never say."""

import json
import logging
import logging.config
from typing import Any

import pytest
from django.test import Client

from handoff_site.logs import Frames, JsonLines, config


def record(message: str = "said", **extra: Any) -> logging.LogRecord:
    made = logging.LogRecord("handoff.request", logging.INFO, "file.py", 1, message, None, None)
    made.__dict__.update(extra)
    return made


def failed(text: str) -> logging.LogRecord:
    try:
        raise ValueError(text)
    except ValueError as error:
        return record(exc_info=(ValueError, error, error.__traceback__))


def test_a_json_line_holds_the_facts() -> None:
    line = json.loads(JsonLines().format(record(facts={"status": 200})))
    assert line.pop("at").endswith("+00:00")
    assert line == {"level": "info", "from": "handoff.request", "says": "said", "status": 200}


@pytest.mark.parametrize("formatter", [Frames(), JsonLines()])
def test_an_exception_shows_its_place_and_type_but_not_the_text_that_it_quotes(formatter: Frames) -> None:
    line = formatter.format(failed("the line of a note"))
    assert "ValueError" in line
    assert "test_logs.py" in line
    assert "the line of a note" not in line


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_each_format_is_one_that_logging_takes(log_format: str) -> None:
    logging.config.DictConfigurator(config(log_format))


def test_a_request_is_one_line_without_its_query(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "handoff.request"):
        client.get("/static/nowhere.css?q=the+line+of+a+note")
    (line,) = [entry for entry in caplog.records if entry.name == "handoff.request"]
    assert line.getMessage().startswith("GET /static/nowhere.css 404 ")
    assert "note" not in line.getMessage()
