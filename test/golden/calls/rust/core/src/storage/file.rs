use std::path::Path;

use super::memory::MemoryStore;
use super::{Observer, Store};
use crate::{
    error::{Error, Result},
    model::Book,
};

pub struct FileStore {
    cache: MemoryStore,
    observers: Vec<Box<dyn Observer>>,
}

impl FileStore {
    pub fn open(path: &Path) -> Result<Self> {
        check(path)?;
        let mut store = FileStore { cache: MemoryStore::new(), observers: Vec::new() };
        store.reload()?;
        Ok(store)
    }

    fn reload(&mut self) -> Result<()> {
        self.cache.clear();
        Ok(())
    }

    pub fn observe(&mut self, observer: Box<dyn Observer>) {
        self.observers.push(observer);
    }

    fn notify(&self, book: &Book) {
        for observer in &self.observers {
            observer.changed(book);
        }
    }

    pub fn close(self) {}
}

fn check(path: &Path) -> Result<()> {
    if path.exists() { Ok(()) } else { Err(Error::Missing(0)) }
}

impl Store for FileStore {
    fn get(&self, id: u32) -> Result<Book> {
        self.cache.get(id)
    }

    fn put(&mut self, book: Book) -> Result<()> {
        self.notify(&book);
        self.cache.put(book)
    }
}

impl Drop for FileStore {
    fn drop(&mut self) {
        self.flush();
    }
}

impl FileStore {
    fn flush(&mut self) {}
}
