use crate::check;
use crate::money::Money;
use self::policy::Policy;

#[derive(Clone, Copy)]
pub enum Kind { Basic, Gold { rate: i64 } }

impl Kind {
    fn policy(&self) -> Box<dyn Policy> {
        match self {
            Kind::Basic => Box::new(policy::Flat),
            Kind::Gold { rate } => Box::new(policy::Rated::with(*rate)),
        }
    }
}

impl Default for Kind {
    fn default() -> Self { Kind::Basic }
}

pub struct Account {
    kind: Kind,
    balance: Money,
    log: Vec<Entry>,
    hook: Option<Box<dyn Fn(&Entry)>>,
}

pub struct Entry { pub amount: Money }

impl Entry {
    fn new(amount: Money) -> Entry { Entry { amount } }
    pub fn big(&self) -> bool { !self.amount.is_negative() }
}

impl Account {
    pub fn new(kind: Kind) -> Self {
        Self { kind, balance: Money::ZERO, log: Vec::new(), hook: None }
    }

    pub fn on_entry<F: Fn(&Entry) + 'static>(mut self, f: F) -> Self {
        self.hook = Some(Box::new(f));
        self
    }

    pub fn deposit(&mut self, m: Money) -> &mut Self {
        check!(!m.is_negative());
        let fee = self.kind.policy().fee(m);
        self.balance += m + -fee;
        self.record(Entry::new(m));
        self
    }

    fn record(&mut self, e: Entry) {
        if let Some(h) = &self.hook { h(&e); }
        self.log.push(e);
    }

    pub fn big_entries(&self) -> impl Iterator<Item = &Entry> + '_ {
        self.log.iter().filter(|e| e.big())
    }
}

impl Drop for Account {
    fn drop(&mut self) { close(self.balance) }
}

fn close(_m: Money) {}

pub mod policy {
    use super::Money;

    pub trait Policy {
        fn fee(&self, m: Money) -> Money { self.base(m) }
        fn base(&self, m: Money) -> Money;
    }

    pub struct Flat;
    impl Policy for Flat {
        fn base(&self, _m: Money) -> Money { super::zero() }
    }

    pub struct Rated { rate: i64 }
    impl Rated { pub fn with(rate: i64) -> Self { Rated { rate } } }
    impl Policy for Rated {
        fn base(&self, _m: Money) -> Money { Money::new(self.rate) }
        fn fee(&self, m: Money) -> Money { scale(self.base(m)) }
    }

    fn scale(m: Money) -> Money { m }
}

fn zero() -> Money { Money::ZERO }
