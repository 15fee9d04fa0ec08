//! Books and where they are kept.
pub mod error;
pub mod model;
pub mod storage;
mod util;

pub use error::{Error, Result};
pub use model::{Book, BookBuilder, Shelf};
pub use storage::{file::FileStore, memory::MemoryStore, Store};
pub use util::slug as make_slug;

/// Opens the default store.
pub fn open_default() -> Result<FileStore> {
    let path = util::default_path();
    FileStore::open(&path)
}
