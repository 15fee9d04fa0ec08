use crate::report::{self, Report};
use shelf_core::{Shelf, Store};

pub fn run(store: &dyn Store) -> anyhow::Result<()> {
    let mut shelf = Shelf::new();
    if let Ok(book) = store.get(1) {
        shelf.add(book.clone()).add(book);
    }
    if let Some(first) = shelf.first() {
        println!("{}", first.byline());
    }
    let names = shelf.keys().into_iter().map(report::quote).collect::<Vec<_>>();
    Report::with_lines(names).print();
    super::header();
    Ok(())
}
