use ledger::report::{self, Render, Text};
use ledger::{open, Account, AccountKind, Money};

struct Cli { account: Account }

impl Cli {
    fn run(&mut self) -> Result<(), ledger::money::ParseError> {
        let m: Money = "12".parse()?;
        self.account.deposit(m).deposit(Money::new(1));
        for l in report::render(&self.account, Text::default()) { print(&l); }
        Ok(())
    }
}

fn print(s: &str) { println!("{s}"); }

fn main() {
    let account = open(AccountKind::default()).on_entry(|e| print(&e.amount.to_string()));
    let mut cli = Cli { account };
    cli.run().unwrap();
    let mut t = Text::default();
    let h = t.header();
    print(&h);
    report::render_dyn(&cli.account, &mut t);
    let total = Money::new(1) + Money::from(2);
    print(&format!("{}", total));
    let ops: [fn(&str); 2] = [print, shout];
    for op in ops { op("x"); }
}

fn shout(s: &str) { print(s) }
