"""Letters as files that any mail program opens."""

from email import message_from_bytes, policy
from pathlib import Path

from django.core.mail import EmailMultiAlternatives

from handoff_site.letter_files import EmailBackend


def letter(subject: str) -> EmailMultiAlternatives:
    made = EmailMultiAlternatives(subject, "Rs 15,00,000 ₹\n", "desk@desk.example", ["reviewer@shop.example"])
    made.attach_alternative("<p>Rs 15,00,000 ₹</p>", "text/html")
    return made


def test_each_letter_is_a_file_and_the_newest_is_the_last(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "letters"
    backend = EmailBackend(file_path=str(folder))
    for number in range(20):
        assert backend.send_messages([letter(f"letter {number}")]) == 1
    files = sorted(folder.iterdir())
    assert {path.suffix for path in files} == {".eml"}
    subjects = [message_from_bytes(path.read_bytes(), policy=policy.default)["Subject"] for path in files]
    assert subjects == [f"letter {number}" for number in range(20)]


def test_it_is_a_whole_letter_for_its_owner_alone(tmp_path: Path) -> None:
    EmailBackend(file_path=str(tmp_path)).send_messages([letter("Which EMD?")])
    (path,) = tmp_path.iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    found = message_from_bytes(path.read_bytes(), policy=policy.default)
    assert [part.get_content_type() for part in found.walk()][1:] == ["text/plain", "text/html"]
    plain = found.get_body(("plain",))
    assert plain
    assert plain.get_content().strip() == "Rs 15,00,000 ₹"
    assert path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n")
