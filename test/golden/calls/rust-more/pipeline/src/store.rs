use std::collections::HashMap;
use std::fmt;

#[derive(Debug)]
pub enum Error {
    Full(usize),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Full(n) => write!(f, "full at {}", pretty(*n)),
        }
    }
}

fn pretty(n: usize) -> String {
    format!("{n} entries")
}

pub trait Store {
    fn put(&mut self, key: u64, value: String) -> Result<(), Error>;
    fn get(&self, key: u64) -> Option<&String>;
    fn len(&self) -> usize;
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

#[derive(Default)]
pub struct Memory {
    entries: HashMap<u64, String>,
}

impl Store for Memory {
    fn put(&mut self, key: u64, value: String) -> Result<(), Error> {
        if self.entries.len() > 100 {
            return Err(Error::Full(self.entries.len()));
        }
        self.entries.insert(key, value);
        Ok(())
    }
    fn get(&self, key: u64) -> Option<&String> {
        self.entries.get(&key)
    }
    fn len(&self) -> usize {
        self.entries.len()
    }
}

pub struct Cache<S> {
    inner: S,
    hits: usize,
}

impl<S: Store> Cache<S> {
    pub fn over(inner: S) -> Cache<S> {
        Cache { inner, hits: 0 }
    }

    fn touch(&mut self) {
        self.hits += 1;
    }
}

impl<S: Store> Store for Cache<S> {
    fn put(&mut self, key: u64, value: String) -> Result<(), Error> {
        if self.inner.get(key).is_some() {
            self.touch();
            return Ok(());
        }
        self.inner.put(key, value)
    }
    fn get(&self, key: u64) -> Option<&String> {
        self.inner.get(key)
    }
    fn len(&self) -> usize {
        self.inner.len()
    }
}
