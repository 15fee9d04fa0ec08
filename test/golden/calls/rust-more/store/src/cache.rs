pub struct Entry<V> {
    key: String,
    value: V,
    age: u32,
}

impl<V> Entry<V> {
    fn touch(&mut self) -> &V {
        self.age = 0;
        &self.value
    }
    fn is_stale(&self) -> bool {
        self.age > 10
    }
}

pub struct Cache<V> {
    entries: Vec<Entry<V>>,
    cap: usize,
}

impl<V> Cache<V> {
    pub fn with_capacity(cap: usize) -> Self {
        Self { entries: Vec::new(), cap }
    }

    pub fn lookup(&mut self, key: &str) -> Option<&V> {
        for entry in self.entries.iter_mut() {
            if entry.key == key {
                return Some(entry.touch());
            }
        }
        None
    }

    pub fn insert(&mut self, key: String, value: V) {
        if self.entries.len() >= self.cap {
            self.evict();
        }
        self.entries.push(Entry { key, value, age: 0 });
    }

    fn evict(&mut self) {
        self.entries.retain(|e| !e.is_stale());
    }
}
