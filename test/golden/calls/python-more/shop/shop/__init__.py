from .cart import Cart
from .catalog import Catalog, load_catalog as load

__all__ = ["Cart", "Catalog", "load"]
