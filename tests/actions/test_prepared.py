"""What is read with SQL that was made once is what the ORM reads."""

from datetime import timedelta

from django.forms.models import model_to_dict

from notes.models import Card
from notes.queries import access
from tests.cast import Cast, card


def test_a_card_is_that_of_the_orm(cast: Cast) -> None:
    known = Card.objects.get(pk=card(cast, "SHOP-1").pk)
    found = access.card(cast.shop, "shop-1")
    assert found == known
    assert model_to_dict(found) == model_to_dict(known)
    assert (found.created_at, found.updated_at) == (known.created_at, known.updated_at)
    assert found.project is cast.shop


def test_it_is_changed_and_not_added_when_it_is_saved(cast: Cast) -> None:
    card(cast, "SHOP-1")
    found = access.card(cast.shop, "SHOP-1")
    found.title = "Another title"
    found.save()
    assert [card.title for card in Card.objects.filter(key="SHOP-1")] == ["Another title"]
    assert found.get_deferred_fields() == set()


def test_what_was_read_once_does_not_hide_what_changed_since(cast: Cast) -> None:
    card(cast, "SHOP-1")
    found = access.card(cast.shop, "SHOP-1")
    later = found.updated_at + timedelta(microseconds=1)
    Card.objects.filter(pk=found.pk).update(updated_at=later)
    assert access.card(cast.shop, "SHOP-1").updated_at == later
