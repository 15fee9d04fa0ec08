use ledger::{Account, Bank, Money};

struct Session<'a> {
    bank: &'a mut Bank,
    on_error: Box<dyn Fn(&str)>,
}

impl<'a> Session<'a> {
    fn run(&mut self) {
        self.bank.open("ann").deposit(Money::new(100));
        if let Err(reason) = self.bank.transfer(0, 1, Money::new(5)) {
            (self.on_error)(&reason);
        }
        if let Some(account) = self.bank.find("ann") {
            show(account);
        }
    }
}

fn show(account: &Account) {
    println!("{} {}", account, account.balance().format());
}

fn log_error(text: &str) {
    eprintln!("{text}");
}

fn main() {
    let mut bank = Bank::new();
    let mut session = Session { bank: &mut bank, on_error: Box::new(log_error) };
    session.run();
    println!("{}", bank.total().format());
    let extra: Account = "bob".into();
    show(&extra);
}
