"""Times as a bench says them."""

from statistics import median, quantiles


def p99(times: list[float]) -> float:
    return quantiles(times, n=100)[98]


def ms(times: list[float]) -> str:
    return f"{median(times) * 1000:.2f} ms (p99 {p99(times) * 1000:.1f}, worst {max(times) * 1000:.1f})"
