use std::ops::{Add, SubAssign};

#[derive(Debug, Clone, Copy, Default, PartialEq, PartialOrd)]
pub struct Money(i64);

impl Money {
    pub const ZERO: Money = Money(0);

    pub fn new(cents: i64) -> Self {
        Money(cents)
    }

    pub fn percent(self, rate: u32) -> Money {
        Money::new(self.0 * i64::from(rate) / 100)
    }

    pub fn less_than(&self, other: &Money) -> bool {
        self.0 < other.0
    }

    pub fn format(&self) -> String {
        let (whole, cents) = split(self.0);
        format!("{whole}.{cents:02}")
    }
}

fn split(cents: i64) -> (i64, i64) {
    (cents / 100, cents % 100)
}

impl Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money::new(self.0 + other.0)
    }
}

impl SubAssign for Money {
    fn sub_assign(&mut self, other: Money) {
        self.0 -= other.0;
    }
}
