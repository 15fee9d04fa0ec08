use shelf_core::{Book, Store};

use super::header;

pub fn run(store: &mut dyn Store, title: &str) -> anyhow::Result<()> {
    println!("{}", header());
    let book = make(title);
    store.put(book)?;
    Ok(())
}

fn make(title: &str) -> Book {
    Book::builder().title(title).build()
}
