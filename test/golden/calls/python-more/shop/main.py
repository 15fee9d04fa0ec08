import shop
from shop import Cart
from shop.pricing import Percent, coupon


def show(line):
    print(line)


def main():
    catalog = shop.load()
    cart = Cart(catalog, coupon=Percent(5))
    cart.add("pen").add("cup", 2)
    print(cart.receipt())
    cart.each(show)
    c = coupon("ten")
    c.apply(3)
    catalog.find("pen").price_for(1)


if __name__ == "__main__":
    main()
