use super::{Account, Money};

#[derive(Debug)]
pub enum Reason { TooMuch, Frozen }

impl std::fmt::Display for Reason {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str("no")
    }
}

pub trait Rule {
    fn check(&self, account: &Account, amount: Money) -> Result<(), Reason>;
    fn name(&self) -> String {
        default_name()
    }
}

fn default_name() -> String {
    "rule".into()
}

pub struct Limit { max: Money }

impl Default for Limit {
    fn default() -> Self {
        Limit { max: Money::new(1000) }
    }
}

impl Rule for Limit {
    fn check(&self, _account: &Account, amount: Money) -> Result<(), Reason> {
        if self.max.less_than(&amount) { Err(Reason::TooMuch) } else { Ok(()) }
    }
}

pub struct NotFrozen;

impl Rule for NotFrozen {
    fn check(&self, account: &Account, _: Money) -> Result<(), Reason> {
        if account.balance() == Money::ZERO { Err(Reason::Frozen) } else { Ok(()) }
    }
    fn name(&self) -> String {
        String::from("frozen")
    }
}
