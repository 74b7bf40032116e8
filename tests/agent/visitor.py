"""A person who is signed in on a desk that runs, without a browser."""

import re
from http.cookiejar import CookieJar
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener


class Visitor:
    def __init__(self, url: str, email: str, password: str) -> None:
        self.url = url
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.page("/accounts/login/"))
        assert found
        form = {"csrfmiddlewaretoken": found[1], "login": email, "password": password}
        with self.opener.open(f"{url}/accounts/login/", urlencode(form).encode(), timeout=20) as answer:
            assert "/accounts/login/" not in answer.url

    def page(self, path: str) -> str:
        with self.opener.open(f"{self.url}{path}", timeout=20) as answer:
            return str(answer.read().decode())
