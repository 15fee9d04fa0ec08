"""Tiny ETL."""
from .pipeline import Pipeline
from .sources import CsvSource, Source
from . import transforms as t
