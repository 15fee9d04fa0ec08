from .cart import Cart
from .pricing import price_of, Discount

__all__ = ["Cart", "price_of", "Discount"]
