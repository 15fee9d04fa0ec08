pub mod backend;
pub mod cache;
pub mod plugin;

pub use cache::Cache;
use backend::{open, Backend, Memory};
use plugin::{Hook, Registry};

pub struct Store<B: Backend> {
    backend: B,
    cache: Cache<String>,
    registry: Registry,
}

impl<B: Backend> Store<B> {
    pub fn with(backend: B) -> Self {
        let mut registry = Registry::default();
        registry.add(Box::new(plugin::Audit::new("audit")));
        Store { backend, cache: Cache::with_capacity(16), registry }
    }

    pub fn get(&mut self, key: &str) -> Option<String> {
        if let Some(hit) = self.cache.lookup(key) {
            return Some(hit.clone());
        }
        let value = self.backend.read(key)?;
        self.cache.insert(key.to_string(), value.clone());
        Some(value)
    }

    pub fn put(&mut self, key: &str, value: String) {
        self.registry.fire(key);
        self.backend.write(key, &value);
        self.backend.flush();
    }
}

pub fn default_store() -> Store<Memory> {
    Store::with(Memory::default())
}

pub fn demo() {
    let mut store = default_store();
    store.put("a", normalize("X"));
    store.get("a").map(shout);
    let boxed = open("mem");
    boxed.read("k");
}

fn normalize(s: &str) -> String {
    s.trim().to_lowercase()
}

fn shout(s: String) -> String {
    s.to_uppercase()
}
