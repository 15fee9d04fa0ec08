pub mod file;
pub mod memory;

use crate::error::Result;
use crate::model::Book;

pub trait Store {
    fn get(&self, id: u32) -> Result<Book>;
    fn put(&mut self, book: Book) -> Result<()>;

    fn title(&self, id: u32) -> Result<String> {
        let book = self.get(id)?;
        Ok(normalise(&book.key()))
    }
}

fn normalise(text: &str) -> String {
    text.trim().to_string()
}

pub trait Observer {
    fn changed(&self, book: &Book);
}

pub fn copy<A: Store, B: Store>(from: &A, to: &mut B, ids: &[u32]) -> Result<()> {
    for id in ids {
        to.put(from.get(*id)?)?;
    }
    Ok(())
}
