"""Keeping text on the machine alone: what there is of it on the desk goes, and numbers, times and kinds stay."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import OperationalError

from notes.actions import digests, session_content
from notes.actions.errors import Invalid, NotAllowed
from notes.actions.escalations import answer_escalation, ask_person
from notes.actions.facts import set_fact
from notes.actions.handoffs import hand_off, read_back
from notes.actions.imports import NewCard, import_note
from notes.actions.notes import NoteWrite, save_note
from notes.actions.questions import ask_back, reply_to_question
from notes.actions.session_content import ContentSet, set_session_content
from notes.actions.steps import traces
from notes.mail.delivery import deliver
from notes.models import Card, Escalation, Event, Letter, Project, Report, Revision, User
from notes.models.project import SessionContent
from notes.queries import notes, reported
from notes.queries.kept_rows import RENDERED
from notes.queries.session_content import content_of
from notes.rules.decisions.escalations import Asked, Excerpt, Option
from notes.rules.facts.decisions import FactValue
from notes.rules.letters.digest_days import days_to_tell
from notes.web.note.rows import rows
from tests import cast as people
from tests.actions.pair import Pair
from tests.actions.work_trees import FIRST, in_work_tree, send
from tests.cast import NOW, Cast, by_desk
from tests.every_table import every_row
from tests.web.desk import write

MARK = "ZIRKON"
NOTE = f"## Goal\n{MARK}\n\n## Next\n- {MARK} first\n"


@pytest.fixture
def full(cast: Cast) -> Card:
    """Whatever can hold text of a project holds the mark."""
    card = people.card(cast, "SHOP-1")
    write(card, cast.coder, NOTE)
    write(card, cast.actor(cast.operator), f"{NOTE}- {MARK} by hand\n")
    save_note(card=card, by=cast.coder, now=NOW, write=NoteWrite(f"## {MARK}\n{MARK}"))
    save_note(card=card, by=cast.coder, now=NOW, write=NoteWrite(MARK, base_revision=0, restore_locks=True))
    fact(card, cast, "one", MARK)
    fact(card, cast, "two", f"{MARK} 2")
    asked = ask(card, cast)
    ask_back(escalation=asked, by=cast.actor(cast.reviewer), now=NOW, text=MARK)
    reply_to_question(escalation=asked, by=cast.coder, now=NOW, text=MARK)
    answer_escalation(escalation=asked, by=cast.actor(cast.reviewer), now=NOW, value=MARK)
    ask(card, cast, f"{MARK}?")
    handed = hand_off(card=card, by=cast.coder, now=NOW, to=MARK, kind="agent", trace=MARK)
    read_back(handoff=handed, by=cast.coder, now=NOW, facts={MARK: f"{MARK} 3"}, next_action=MARK)
    deliver(lambda: NOW + timedelta(seconds=1))
    return card


def fact(card: Card, cast: Cast, source: str, value: str) -> None:
    set_fact(card=card, name=MARK, new=FactValue(value, "text", f"{MARK} {source}"), by=cast.coder, now=NOW)


def ask(card: Card, cast: Cast, decision: str = MARK) -> Escalation:
    excerpts = (Excerpt(MARK, MARK),)
    asked = Asked(decision, options=(Option(MARK, MARK),), evidence=excerpts, untrusted=excerpts, impact="money")
    return ask_person(card=card, asked=asked, by=cast.coder, now=NOW).escalation


def choose(cast: Cast, who: User, content: str = "machine", confirmed: str = "shop") -> ContentSet:
    return set_session_content(
        project=cast.shop, by=cast.actor(who), now=NOW, content=SessionContent(content), confirmed=confirmed
    )


def test_no_row_of_any_table_holds_text_afterwards(cast: Cast, full: Card) -> None:
    assert MARK in every_row()
    done = choose(cast, cast.maintainer)
    assert MARK not in every_row()
    assert done.purged
    assert not content_of(done.project).revisions


def test_numbers_times_and_kinds_stay(cast: Cast, full: Card) -> None:
    before = list(Revision.objects.order_by("number").values_list("number", "author_kind", "written_at", "tokens"))
    happened = set(Event.objects.values_list("verb", flat=True))
    choose(cast, cast.maintainer)
    after = list(Revision.objects.order_by("number").values_list("number", "author_kind", "written_at", "tokens"))
    assert after == before
    assert {report.bytes for report in Report.objects.all()} == {len(NOTE), len(NOTE) + len(f"- {MARK} by hand\n")}
    newest = reported.newest(full)
    assert newest
    assert newest.report
    assert (newest.report.lines, newest.report.locked, newest.report.sections) == ({"agent": 2, "person": 1}, 1, 2)
    assert [words for _, words in newest.lines] == ["1 line by people", "2 lines by agents"]
    assert happened <= set(Event.objects.values_list("verb", flat=True))


def test_what_waited_is_withdrawn_since_nobody_could_answer_it(cast: Cast, full: Card) -> None:
    choose(cast, cast.maintainer)
    asked = "An agent needs a decision on SHOP-1"
    assert list(Escalation.objects.order_by("pk").values_list("state", "decision")) == [
        ("withdrawn", asked),
        ("answered", f"{asked}: money"),
        ("withdrawn", f"{asked}: money"),
    ]
    assert not Escalation.objects.filter(settled_at=None).exists()
    assert not Letter.objects.exists()


def test_it_says_exactly_what_goes(cast: Cast, full: Card) -> None:
    told = " / ".join(content_of(cast.shop).lines)
    for part in (
        "the notes of 1 card: the text of 2 revisions",
        "2 facts, with",
        "question, options, evidence and answer of 3 decisions; those that still wait (2) are withdrawn",
        "1 question asked back",
        "1 handoff, with 1 read-back",
        "2 refused or late writes",
        f"{Letter.objects.count()} letters",
    ):
        assert part in told


def test_a_save_that_is_on_its_way_is_named_and_goes(cast: Cast) -> None:
    card = in_work_tree(cast)
    send(card, cast.actor(cast.operator), f"{FIRST}- {MARK}\n")
    assert "the text of 1 save into a work tree that is not settled yet" in content_of(cast.shop).lines
    choose(cast, cast.maintainer)
    assert MARK not in every_row()


@pytest.mark.parametrize("typed", ["", "Shop", "elsewhere", "shop!"])
def test_without_the_name_typed_nothing_changes(cast: Cast, full: Card, typed: str) -> None:
    before = every_row()
    with pytest.raises(Invalid, match="Type the project's short name, shop"):
        choose(cast, cast.maintainer, confirmed=typed)
    assert every_row() == before


@pytest.mark.parametrize("role", ["operator", "reviewer", "viewer"])
def test_only_a_maintainer_may(cast: Cast, role: str) -> None:
    with pytest.raises(NotAllowed, match="maintainer"):
        choose(cast, getattr(cast, role))


def test_an_empty_project_needs_no_confirmation_and_is_told_in_the_history(cast: Cast) -> None:
    assert choose(cast, cast.maintainer, confirmed="").purged is None
    assert Project.objects.get(pk=cast.shop.pk).session_content == "machine"
    choose(cast, cast.maintainer, "server", "")
    told = Event.objects.filter(verb="project.session_content").order_by("pk")
    assert [event.data["content"] for event in told] == ["machine", "server"]


def test_another_project_keeps_all_that_it_has(cast: Cast, full: Card) -> None:
    other = Card.objects.create(
        project=cast.elsewhere, key="ELSE-1", title="x", format="free", created_at=NOW, updated_at=NOW
    )
    write(other, cast.actor(cast.outsider), "## Goal\nstays\n")
    choose(cast, cast.maintainer)
    assert Revision.objects.get(card=other).text == "## Goal\nstays\n"


def test_rendered_rows_leave_the_cache(cast: Cast, full: Card, client: Any) -> None:
    client.force_login(cast.operator)
    assert MARK in client.get("/p/shop/SHOP-1/").content.decode()
    kept = cache._cache  # type: ignore[attr-defined]  # of the memory cache that tests run on
    assert any(":rows:" in key for key in kept)
    choose(cast, cast.maintainer)
    assert not any(":rows:" in key for key in kept)


def test_letters_that_are_files_go_with_those_that_are_rows(
    cast: Cast, full: Card, settings: Any, tmp_path: Path
) -> None:
    settings.EMAIL_FILE_PATH = str(tmp_path)
    for number, message in enumerate(mail.outbox):
        (tmp_path / f"{number}.eml").write_bytes(message.message().as_bytes(linesep="\r\n"))  # type: ignore[call-arg]
    (tmp_path / "other.eml").write_bytes(b"Message-ID: <of.another.project>\r\n\r\n")
    assert len(list(tmp_path.iterdir())) > 1
    with pytest.MonkeyPatch.context() as killed:
        # After the rows nobody knows which files they were.
        killed.setattr(session_content, "remove", lambda _: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            choose(cast, cast.maintainer)
    assert [path.name for path in tmp_path.iterdir()] == ["other.eml"]


def test_the_command_takes_yes_for_the_name(cast: Cast, full: Card, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("session_content", "--project", "shop", "machine", "--yes")
    assert "gone: 2 facts" in capsys.readouterr().out
    assert MARK not in every_row()


def test_the_command_asks_and_another_word_changes_nothing(
    cast: Cast, full: Card, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", lambda _: "yes")
    with pytest.raises(CommandError, match="Type the project's short name, shop"):
        call_command("session_content", "--project", "shop", "machine")
    assert "the text of 2 revisions" in capsys.readouterr().out
    assert Project.objects.get(pk=cast.shop.pk).shows_content


def test_a_call_that_came_in_before_the_purge_finds_the_way_barred(cast: Cast, full: Card) -> None:
    """What it knows of the project is old by then."""
    choose(cast, cast.maintainer)
    assert full.project.shows_content
    with pytest.raises(Invalid, match="kept on the machine"):
        write(full, cast.coder, f"{NOTE}- {MARK} late\n")
    assert MARK not in every_row()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("is_new", [False, True])
def test_a_save_in_the_moment_of_a_purge_leaves_nothing_behind(cast: Cast, pair: Pair, is_new: bool) -> None:
    for number in range(10):
        card = people.card(cast, f"SHOP-{number}")
        write(card, cast.coder, f"{NOTE}{number}\n")

        def act(who: str, card: Card = card) -> str:
            if who == "a":
                choose(cast, cast.maintainer)
                return "purged"
            held = people.card(cast, f"{card.key}-NEW") if is_new else card
            try:
                save_note(card=held, by=cast.coder, now=NOW, write=NoteWrite(f"{NOTE}- {MARK} late\n"))
            except Invalid as error:
                return error.problems[0].code
            return "saved"

        assert pair.at_once(act)[1] in ("saved", "content.on_machine")
        assert MARK not in every_row()
        choose(cast, cast.maintainer, "server", "")


def test_nothing_comes_in_while_it_is_taken_off(cast: Cast, full: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    take_off = session_content._purge

    def meanwhile(*args: Any) -> Any:
        with pytest.raises(Invalid, match="kept on the machine"):
            write(people.card(cast, "SHOP-2"), cast.coder, f"## Goal\n{MARK} new\n")
        return take_off(*args)

    monkeypatch.setattr(session_content, "_purge", meanwhile)
    choose(cast, cast.maintainer)
    assert MARK not in every_row()


def test_a_purge_that_was_interrupted_is_said_and_ended_by_saying_it_again(
    cast: Cast, full: Card, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: Any, **__: Any) -> None:
        raise OperationalError("gone")

    with monkeypatch.context() as patched:
        patched.setattr(session_content, "purge", interrupted)
        with pytest.raises(OperationalError):
            choose(cast, cast.maintainer)
    client.force_login(cast.maintainer)
    assert "has not finished. Save again" in client.get("/p/shop/settings/").content.decode()
    assert client.post("/p/shop/settings/", {"content": "machine"}).status_code == 302
    assert MARK not in every_row()
    assert "Save again" not in client.get("/p/shop/settings/").content.decode()


def test_a_digest_that_is_being_written_quotes_nothing_of_it(
    cast: Cast, full: Card, monkeypatch: pytest.MonkeyPatch
) -> None:
    def meanwhile(*args: Any) -> Any:
        choose(cast, cast.maintainer)
        return days_to_tell(*args)

    monkeypatch.setattr(digests, "days_to_tell", meanwhile)
    digests.write_digests(now=NOW + timedelta(days=1, hours=12))
    assert MARK not in every_row()


class AwayRedis:
    """A Redis that does not answer."""

    is_away = True

    def delete_many(self, _: list[str]) -> None:
        return


def test_rows_that_could_not_leave_redis_are_said_and_leave_it_the_next_time(
    cast: Cast, full: Card, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(cast.operator)
    client.get("/p/shop/SHOP-1/")
    with monkeypatch.context() as patched:
        patched.setattr(traces, "cache", AwayRedis())
        assert "Redis does not answer" in choose(cast, cast.maintainer).remains[0]
    choose(cast, cast.maintainer)
    assert not any(":rows:" in key for key in cache._cache)  # type: ignore[attr-defined]


def test_a_page_that_was_begun_before_keeps_no_rows(cast: Cast, full: Card) -> None:
    cache.clear()
    revision = notes.newest(full)
    assert revision
    Project.objects.filter(pk=cast.shop.pk).update(session_content="machine")
    assert MARK in rows(full, Revision.objects.get(card=full, number=revision.revision), RENDERED, steered=False).html
    assert not any(":rows:" in key for key in cache._cache)  # type: ignore[attr-defined]


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_the_database_file_is_cleared(cast: Cast, full: Card) -> None:
    assert choose(cast, cast.maintainer).remains == ()


def test_nothing_is_imported_into_a_project_on_the_machine(cast: Cast) -> None:
    choose(cast, cast.maintainer)
    with pytest.raises(Invalid, match="kept on the machine"):
        import_note(
            project=cast.shop, into=NewCard("A-1", MARK, "free"), history=[], lock=False, by=by_desk(cast.shop), now=NOW
        )
    assert MARK not in every_row()
