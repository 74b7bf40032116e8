"""The tender team: an earnest money deposit that changed, and an instruction that must not be forgotten."""

from dataclasses import replace
from typing import Any

from notes.management.demo.stage import Stage
from notes.models import Actor, Card
from notes.rules.decisions.escalations import Asked, Excerpt, Option

COMPILER = """## Goal
Write the final bid for the Anakapalli storm-water drain, section by section

## Next
- draft section 4, past experience

## Decisions
- Method statement before the price schedule: the schedule quotes its quantities

## Done
- Sections 1 to 3 drafted
- Turnover table checked against the audited accounts
"""
INSTRUCTION = "- Do not list the Kakinada jetty job as past experience.\n- Past jobs: drains and culverts only.\n"
CORRIGENDUM = "…the Earnest Money Deposit stands revised to Rs. 15,00,000/- (Rupees Fifteen Lakhs only)…"
VISIT = Asked(
    "Is the 20 October site visit compulsory?",
    cause="open_question",
    impact="eligibility",
    options=(
        Option("Yes, we go", "clause 3.2: bidders shall visit the site"),
        Option("No", "the reply to query 14 calls it advised"),
    ),
)
JOBS = Asked("Which past jobs go into section 4?", cause="open_question", impact="eligibility")


def play(stage: Stage) -> None:
    _drain(stage)
    _compiler(stage)


def _drain(stage: Stage) -> None:
    reader, eligibility, pricing = (stage.program(name) for name in ("reader", "eligibility", "pricing"))
    card = stage.card("BID-48", "Anakapalli storm-water drain", reader, 5, format="six_fields")
    stage.fact(card, "EMD", "Rs 12,00,000", "Tender notice, page 4", reader, 6)
    stage.fact(card, "Bid due", "28 Oct 2026 15:00 IST", "Tender notice, page 2", reader, 6)
    note: dict[str, Any] = {
        "goal": "Bid for the Anakapalli drain tender, due 28 Oct",
        "done": ["Read all 312 pages of the tender"],
        "must_carry": {"EMD": "Rs 12,00,000", "Bid due": "28 Oct 2026 15:00 IST"},
        "open_questions": [],
        "next_action": "Read the two corrigenda",
        "sources": {"EMD": "Tender notice, page 4", "Bid due": "Tender notice, page 2"},
    }
    stage.saves(card, reader, 40, note, model="claude-haiku")
    stage.fact(card, "EMD", "Rs 15,00,000", "Corrigendum 2, page 1", reader, 75, replaces="Rs 12,00,000")
    note["done"] = ["Read all 312 pages and both corrigenda"]
    note["must_carry"]["EMD"] = "Rs 15,00,000"
    note["sources"]["EMD"] = "Corrigendum 2, page 1"
    note["open_questions"] = ["Is the 20 October site visit compulsory?"]
    note["next_action"] = "Check the turnover rule for the last 3 years"
    stage.saves(card, reader, 80, note, model="claude-haiku")
    note["done"] = [
        *note["done"],
        "Turnover rule met: Rs 61 crore average over 3 years, audited",
        "Joint ventures are not allowed (clause 4.7), so the client bids alone",
    ]
    note["next_action"] = "Fill in a rate for each of the 214 items of work"
    stage.reads_back(stage.hands_off(card, reader, 82, "eligibility"), eligibility, 83)
    stage.saves(card, eligibility, 190, note, model="claude-sonnet")
    note["open_questions"] = [*note["open_questions"], "Ask for the soil report before pricing item 37."]
    stage.saves(card, stage.person("bids.manager"), 230, note)
    wrong = note | {"must_carry": note["must_carry"] | {"EMD": "Rs 12,00,000"}}
    stage.is_refused(card, pricing, 300, wrong, model="claude-sonnet")
    stage.asks(card, eligibility, 1_700, replace(VISIT, due_at=stage.at(3_270)))
    _deposit(stage, card, eligibility, pricing)


def _deposit(stage: Stage, card: Card, eligibility: Actor, pricing: Actor) -> None:
    """Read back wrongly twice, so that the bids manager is asked; then pricing says where it has its value from."""
    handoff = stage.hands_off(card, eligibility, 1_920, "pricing")
    stage.reads_back(handoff, pricing, 1_922, EMD="Rs 15 lakh")
    stage.reads_back(handoff, pricing, 1_923, EMD="Rs 12,00,000", next_action=None)
    stage.fact(card, "EMD", "Rs 12,00,000", "Price list v3, row 41", pricing, 1_936)
    asked = Asked(
        "Which EMD goes into the bid?",
        fact="EMD",
        options=(Option("Rs 12,00,000", "Price list v3, row 41"),),
        evidence=(Excerpt("The price list was last changed on 2 October, before either corrigendum.", "file history"),),
        untrusted=(Excerpt(CORRIGENDUM, "Corrigendum 2, page 1"),),
        due_at=stage.at(2_310),
    )
    stage.asks(card, pricing, 1_936, asked)


def _compiler(stage: Stage) -> None:
    compiler, manager = stage.program("compiler"), stage.person("bids.manager")
    card = stage.card("BID-48-COMPILE", "Write the bid document", compiler, 330, format="free")
    stage.saves(card, compiler, 340, COMPILER, model="claude-opus")
    asked = stage.asks(card, compiler, 343, JOBS)
    stage.asks_back(asked, manager, 346, "Which of them are finished and have a certificate?")
    stage.replies(asked, compiler, 347, "The Bheemili culverts (2023) and the Gajuwaka drain (2024).")
    stage.answers(asked, manager, 351, "The Bheemili culverts and the Gajuwaka drain.")
    told = COMPILER.replace("## Next\n", f"## Next\n{INSTRUCTION}")
    stage.saves(card, manager, 352, told)
    # Three hours later, after a compaction, the instruction is gone from what the agent knows.
    forgot = COMPILER.replace("- draft section 4, past experience", "- list the Kakinada jetty job in section 4")
    repaired = stage.is_refused(card, compiler, 540, forgot, model="claude-opus")
    section = "- section 4: the Bheemili culverts and the Gajuwaka drain\n"
    stage.saves(card, compiler, 541, repaired.replace(INSTRUCTION, INSTRUCTION + section), model="claude-opus")
