mod commands;
mod report;

use commands::{add, list::run as run_list};
use report::Report;
use shelf_core::{make_slug, open_default, Book, MemoryStore, Observer as _, Store};
use shelf_core::storage::Observer;

struct Logger {
    prefix: String,
}

impl Observer for Logger {
    fn changed(&self, book: &Book) {
        log(&self.prefix, &book.key());
    }
}

fn log(prefix: &str, text: &str) {
    println!("{} {}", prefix, make_slug(text));
}

fn parse(args: &[String]) -> Command {
    match args.first().map(String::as_str) {
        Some("add") => Command::add(args),
        _ => Command::List,
    }
}

enum Command {
    Add(String),
    List,
}

impl Command {
    fn add(args: &[String]) -> Command {
        Command::Add(args.join(" "))
    }

    fn run(&self, store: &mut dyn Store) -> anyhow::Result<()> {
        match self {
            Command::Add(title) => add::run(store, title),
            Command::List => run_list(store),
        }
    }
}

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let mut store = open_default()?;
    store.observe(Box::new(Logger { prefix: "app".into() }));
    let command = parse(&args);
    command.run(&mut store)?;
    let mut memory = MemoryStore::new();
    memory.put(Book::builder().title("x").author("y").build())?;
    println!("{}", memory.title(1)?);
    let report = Report::from_store(&memory);
    report.print();
    let total: usize = [1u32, 2].iter().map(|id| weigh(*id)).sum();
    let drop = |x: usize| x;
    drop(total);
    store.close();
    Ok(())
}

fn weigh(id: u32) -> usize {
    id as usize
}
