"""Whoever follows a link changes nothing by it: mail scanners open every address of a letter, some with a session."""

from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from notes.actions.claims import claim_escalation
from notes.actions.facts import set_fact
from notes.actions.handoffs import hand_off
from notes.actions.questions import ask_back
from notes.models import Card, Escalation, User
from notes.rules.facts.decisions import FactValue
from tests.cast import NOW, Cast, token_of
from tests.web.addresses import addresses
from tests.web.asked import OLD, deposit, pricing

METHODS = ("get", "head", "options")
ROLES = ("maintainer", "operator", "reviewer", "viewer", "outsider")


@pytest.fixture
def values(cast: Cast) -> dict[str, Any]:
    """A desk with one of everything, and what its addresses name."""
    decision, by, now = deposit(cast), pricing(cast), timezone.now()
    claim_escalation(escalation=decision, by=cast.actor(cast.reviewer), now=now)
    ask_back(escalation=decision, by=cast.actor(cast.operator), now=now, text="Is it signed?")
    set_fact(card=decision.card, name="EMD", new=FactValue(OLD, "text", "Price list v3"), by=by, now=NOW)
    handoff = hand_off(card=decision.card, by=by, now=now, to="compile agent", kind="agent")
    assert (decision.pk, handoff.pk) == (Escalation.objects.get().pk, handoff.pk)
    known = {"slug": "shop", "project": "shop", "key": "BID-48", "card": "BID-48", "name": "EMD", "number": 1}
    return known | {"pk": decision.pk, "id": decision.pk, "token": "no-token", "uidb36": "1"}


def everything() -> dict[str, list[Any]]:
    models = [model for model in apps.get_models() if model is not Session]
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


def follow(client: Client, values: dict[str, Any], **headers: str) -> list[int]:
    found = []
    for address in addresses(values):
        for method in METHODS:
            found.append(getattr(client, method)(address, headers=headers).status_code)
    return found


@pytest.mark.parametrize("role", ROLES)
def test_following_every_link_changes_nothing_whoever_is_signed_in(
    role: str, values: dict[str, Any], cast: Cast, as_: Callable[[User], Client]
) -> None:
    client = as_(getattr(cast, role))
    before = everything()
    statuses = follow(client, values)
    assert everything() == before
    assert max(statuses) < 500
    assert 200 in statuses


def test_it_changes_nothing_without_a_session(values: dict[str, Any], client: Client) -> None:
    before = everything()
    assert max(follow(client, values)) < 500
    assert everything() == before


@pytest.mark.parametrize("who", ["coder", "reviewer"])
def test_it_changes_nothing_with_a_token(who: str, values: dict[str, Any], cast: Cast, client: Client) -> None:
    token = token_of(cast, who if who == "coder" else getattr(cast, who))
    before = everything()
    assert max(follow(client, values, Authorization=f"Bearer {token}")) < 500
    assert everything() == before


@pytest.mark.parametrize("query", ["?answer=1&option=1&value=x&claim=1", "?next=/d/1/answer/&format=free&user=1"])
def test_it_changes_nothing_whatever_the_address_says(
    query: str, values: dict[str, Any], cast: Cast, operator: Client
) -> None:
    before = everything()
    for address in addresses(values):
        assert operator.get(f"{address}{query}").status_code < 500
    assert everything() == before


def test_every_place_of_an_address_has_a_value(values: dict[str, Any]) -> None:
    """The walk above would be worth little if it missed the addresses of this part."""
    found = addresses(values)
    decision = Escalation.objects.get()
    for deed in ("", "answer/", "ask/", "claim/", "release/", "assign/", "withdraw/"):
        assert f"/d/{decision.pk}/{deed}" in found
    assert "/c/BID-48/" in found
    assert Card.objects.filter(key="BID-48").exists()
