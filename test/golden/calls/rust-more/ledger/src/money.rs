use std::fmt;
use std::ops::{Add, AddAssign, Neg};

use crate::util::{clamp, parse_digits};

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Money(i64);

impl Money {
    pub const ZERO: Money = Money::new(0);
    pub const fn new(v: i64) -> Self { Money(v) }
    pub fn is_negative(&self) -> bool { self.value() < 0 }
    fn value(&self) -> i64 { clamp(self.0) }
}

impl Add for Money {
    type Output = Money;
    fn add(self, o: Money) -> Money { Money::new(self.value() + o.value()) }
}

impl AddAssign for Money {
    fn add_assign(&mut self, o: Money) { *self = *self + o; }
}

impl Neg for Money {
    type Output = Self;
    fn neg(self) -> Self { Self::new(-self.0) }
}

impl From<i64> for Money {
    fn from(v: i64) -> Self { Self::new(v) }
}

impl std::str::FromStr for Money {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        parse_digits(s).map(Money::new).ok_or_else(|| ParseError::bad(s))
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "{}", render(self.value())) }
}

fn render(v: i64) -> String { v.to_string() }

#[derive(Debug)]
pub struct ParseError { text: String }

impl ParseError {
    fn bad(s: &str) -> Self { ParseError { text: s.to_owned() } }
}
