"""One that does not answer is asked once in a while, by one of many."""

from concurrent.futures import ThreadPoolExecutor

from handoff_site.breaker import Breaker


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def test_while_it_answers_everyone_asks() -> None:
    breaker = Breaker()
    assert [breaker.may_ask(), breaker.worked(), breaker.may_ask(), breaker.is_away] == [True, False, True, False]


def test_one_that_fails_is_left_alone_until_the_pause_is_over_and_then_asked_by_one() -> None:
    clock = Clock()
    breaker = Breaker(5, clock)
    assert [breaker.failed(), breaker.may_ask(), breaker.is_away] == [True, False, True]
    clock.now += 4.9
    assert not breaker.may_ask()
    clock.now += 0.1
    assert [breaker.may_ask(), breaker.may_ask()] == [True, False]


def test_what_becomes_of_it_is_news_once() -> None:
    clock = Clock()
    breaker = Breaker(5, clock)
    assert [breaker.failed(), breaker.failed(), breaker.failures] == [True, False, 2]
    clock.now += 5
    assert [breaker.may_ask(), breaker.failed(), breaker.may_ask()] == [True, False, False]
    assert [breaker.worked(), breaker.worked(), breaker.may_ask(), breaker.is_away] == [True, False, True, False]


def test_of_many_that_ask_together_one_does() -> None:
    clock = Clock()
    breaker = Breaker(5, clock)
    breaker.failed()
    clock.now += 5
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(lambda _: breaker.may_ask(), range(200))) == 1
