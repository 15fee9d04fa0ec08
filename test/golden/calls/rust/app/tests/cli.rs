use shelf_core::{MemoryStore, Shelf};
use shelf_core::storage::copy;

fn setup() -> MemoryStore {
    MemoryStore::new()
}

#[test]
fn copies() {
    let from = setup();
    let mut to = setup();
    copy(&from, &mut to, &[]).unwrap();
    let shelf = Shelf::new();
    assert_eq!(shelf.len(), 0);
}
