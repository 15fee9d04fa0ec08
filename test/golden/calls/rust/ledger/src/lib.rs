pub mod account;
pub mod money;
mod rules;

pub use account::{Account, AccountKind};
pub use money::Money;

use rules::{Limit, Rule};

pub struct Bank {
    accounts: Vec<Account>,
    rules: Vec<Box<dyn Rule>>,
}

impl Bank {
    pub fn new() -> Self {
        Self { accounts: Vec::new(), rules: vec![Box::new(Limit::default()), Box::new(rules::NotFrozen)] }
    }

    pub fn open(&mut self, owner: &str) -> &mut Account {
        self.accounts.push(Account::new(owner, AccountKind::Current));
        self.accounts.last_mut().expect("just pushed")
    }

    pub fn find(&self, owner: &str) -> Option<&Account> {
        self.accounts.iter().find(|account| account.owned_by(owner))
    }

    pub fn transfer(&mut self, from: usize, to: usize, amount: Money) -> Result<(), String> {
        for rule in &self.rules {
            rule.check(&self.accounts[from], amount).map_err(explain)?;
        }
        self.accounts[from].withdraw(amount);
        self.accounts[to].deposit(amount);
        Ok(())
    }

    pub fn total(&self) -> Money {
        self.accounts.iter().map(Account::balance).fold(Money::ZERO, |a, b| a + b)
    }
}

fn explain(reason: rules::Reason) -> String {
    reason.to_string()
}
