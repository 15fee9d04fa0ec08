pub mod account;
pub mod money;
mod util;
pub mod report;

pub use account::{Account, Kind as AccountKind};
pub use money::Money;

pub fn open(kind: AccountKind) -> Account {
    let mut a = Account::new(kind);
    a.deposit(Money::from(10));
    a
}
