use crate::money::Money;
use std::fmt;

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum AccountKind {
    Current,
    Saving { rate: u32 },
}

impl AccountKind {
    fn bonus(&self, amount: Money) -> Money {
        match self {
            AccountKind::Current => Money::ZERO,
            Self::Saving { rate } => amount.percent(*rate),
        }
    }
}

#[derive(Debug)]
pub struct Account {
    owner: String,
    kind: AccountKind,
    balance: Money,
    history: Vec<Entry>,
}

#[derive(Debug)]
struct Entry(Money, Direction);

#[derive(Debug)]
enum Direction { In, Out }

impl Account {
    pub fn new(owner: impl Into<String>, kind: AccountKind) -> Account {
        Account { owner: owner.into(), kind, balance: Money::ZERO, history: vec![] }
    }

    pub fn owned_by(&self, name: &str) -> bool {
        self.owner == name
    }

    pub fn balance(&self) -> Money {
        self.balance
    }

    pub fn deposit(&mut self, amount: Money) {
        let bonus = self.kind.bonus(amount);
        self.balance = self.balance + amount + bonus;
        self.record(Entry(amount, Direction::In));
    }

    pub fn withdraw(&mut self, amount: Money) -> bool {
        if self.balance.less_than(&amount) {
            return false;
        }
        self.balance -= amount;
        self.record(Entry(amount, Direction::Out));
        true
    }

    fn record(&mut self, entry: Entry) {
        self.history.push(entry);
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.owner, self.balance().format())
    }
}

impl From<&str> for Account {
    fn from(owner: &str) -> Self {
        Self::new(owner, AccountKind::Current)
    }
}
