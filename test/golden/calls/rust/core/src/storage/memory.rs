use std::collections::HashMap;

use super::Store;
use crate::error::{Error, Result};
use crate::model::Book;

#[derive(Default)]
pub struct MemoryStore {
    books: HashMap<u32, Book>,
}

impl MemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn clear(&mut self) {
        self.books.clear();
    }
}

impl Store for MemoryStore {
    fn get(&self, id: u32) -> Result<Book> {
        self.books.get(&id).cloned().ok_or(Error::Missing(id))
    }

    fn put(&mut self, book: Book) -> Result<()> {
        self.books.insert(book.id, book);
        Ok(())
    }

    fn title(&self, id: u32) -> Result<String> {
        Ok(format!("{}", self.get(id)?.key()))
    }
}
