import argparse
import sys

import shop
from shop import Cart
from shop.pricing import Percent, apply_rule


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser()
    parser.set_defaults(func=cmd_show)
    return parser


def cmd_show(args):
    cart = Cart()
    cart.on("added", announce)
    with cart.batch() as same:
        same.add("pen", "1.20").add("book", "12")
    print(cart.total(), cart["pen"].total)
    return report(cart)


def announce(name):
    print(f"added {name}")


def report(cart: Cart) -> int:
    for line in cart:
        print(line)
    total = cart.total()
    cheap = apply_rule("half", total)
    best = min(total, cheap, key=lambda money: money.units)
    print(best.describe(), shop.price_of("3", Percent(10)))
    return 0


def main(argv=None):
    args = build_parser().parse_args(argv)
    return args.func(args)


if __name__ == "__main__":
    sys.exit(main())
