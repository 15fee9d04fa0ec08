import math


class Coupon:
    def apply(self, amount):
        raise NotImplementedError


class Percent(Coupon):
    def __init__(self, pct):
        self.pct = pct

    def apply(self, amount):
        return amount - self._cut(amount)

    def _cut(self, amount):
        return round_up(amount * self.pct / 100)


class Double(Percent):
    def apply(self, amount):
        return super().apply(super().apply(amount))


def round_up(x):
    return math.ceil(x)


COUPONS = {"ten": Percent(10)}


def coupon(name) -> Coupon:
    return COUPONS[name]
