"""deploy/ agrees with itself and with the code. What it starts is run in tests/operations/test_deployed.py."""

import re
from pathlib import Path

import pytest

from handoff_site import environment
from tests.deploy_files import DEPLOY, services, settings, unit, wanted

ROOT = DEPLOY.parent
UNITS = sorted(path.name for path in (DEPLOY / "systemd").glob("*.service"))
OWN = ("migrate", "web-1", "web-2", "mail-1", "mail-2")
# Read by programs beside the desk.
FOR_OTHERS = {"POSTGRES_PASSWORD", "SITE_ADDRESS"}


def test_the_target_wants_two_web_processes_and_two_workers_of_units_that_are_there() -> None:
    kinds = [re.sub("@.*", "@.service", name) for name in wanted()]
    assert kinds == ["handoff-desk-web@.service"] * 2 + ["handoff-desk-mail@.service"] * 2
    assert set(kinds) < set(UNITS)


@pytest.mark.parametrize("name", [name for name in UNITS if "@" in name])
def test_each_starts_after_the_database_is_up_to_date_and_again_when_it_ends(name: str) -> None:
    said = unit(name)
    assert "handoff-desk-migrate.service" in " ".join(said["After"])
    assert said["Restart"] == ["always"]


def test_all_units_are_hardened_by_one_file_whose_name_fits_theirs() -> None:
    assert all(name.startswith("handoff-desk-") for name in UNITS)
    said = unit("handoff-desk-.service.d/50-all.conf")
    assert (said["User"], said["NoNewPrivileges"], said["ProtectSystem"]) == (["handoff-desk"], ["yes"], ["strict"])
    assert said["CapabilityBoundingSet"] == [""]


@pytest.mark.parametrize("name", sorted(services()))
def test_each_container_can_write_nowhere_and_gain_nothing(name: str) -> None:
    service = services()[name]
    assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if name == "proxy" else [])


def test_containers_are_started_in_the_order_of_what_they_need() -> None:
    needed = {name: services()[name].get("depends_on", {}) for name in OWN}
    assert needed["migrate"]["postgresql"]["condition"] == "service_healthy"
    assert {needed[name]["migrate"]["condition"] for name in OWN[1:]} == {"service_completed_successfully"}


def test_the_database_is_out_of_reach_from_outside() -> None:
    assert {name for name, service in services().items() if "ports" in service} == {"proxy"}
    assert services()["postgresql"]["networks"] == services()["redis"]["networks"] == ["data"]


def test_the_proxy_knows_the_web_processes_and_is_known_to_them() -> None:
    proxy = services()["proxy"]["environment"]
    assert proxy["UPSTREAMS"].split() == [f"{name}:8000" for name in OWN if name.startswith("web")]
    trusted = services()["web-1"]["environment"]["FORWARDED_ALLOW_IPS"]
    assert environment.trusted_proxies(trusted) == [trusted]
    assert f"subnet: {trusted}" in (DEPLOY / "compose.yaml").read_text()


def test_the_proxy_asks_on_the_ports_of_the_units_and_keeps_the_probes_inside() -> None:
    proxy = (DEPLOY / "Caddyfile").read_text()
    ports = re.findall(r"web@(\d+)\.service", " ".join(wanted()))
    assert "{$UPSTREAMS:" + " ".join(f"127.0.0.1:{port}" for port in ports) + "}" in proxy
    assert re.search(r"@inner path /healthz /readyz /metrics\n\s+respond @inner 404", proxy)


def test_every_setting_of_the_example_is_one_that_the_desk_reads_and_tells_of() -> None:
    read = (ROOT / "handoff_site" / "settings.py").read_text() + (ROOT / "handoff_site" / "environment.py").read_text()
    told = (ROOT / "docs" / "running.md").read_text()
    for name in settings().keys() - FOR_OTHERS:
        assert f'"{name}"' in read, name
        assert f"| `{name}` |" in told, name


def test_the_image_holds_all_that_the_desk_is_made_of() -> None:
    copied = re.findall(r"^COPY (?!--from)(\S+)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    let_in = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {f"!{name}" for name in copied} == {line for line in let_in if line.startswith("!")}
    assert all((ROOT / name).exists() for name in copied)


def test_pool_sizes_of_all_processes_fit_into_the_database() -> None:
    most = environment.database("postgresql://db/desk", Path())["OPTIONS"]["pool"]["max_size"]
    (limit,) = re.findall(r"max_connections=(\d+)", " ".join(services()["postgresql"]["command"]))
    assert most * len(OWN) < int(limit)
