mod config;
mod report;
mod stage;
mod store;

use crate::config::{Config, Level as Verbosity};
use crate::stage::{self as stages, Stage, Stages};
use store::{Cache, Memory, Store};
use std::sync::{Arc, Mutex};

struct App<S: Store> {
    store: Arc<Mutex<S>>,
    stages: Stages,
    config: Config,
}

impl<S: Store> App<S> {
    fn new(store: S, config: Config) -> Self {
        let stages = Stages::default().with(stages::Trim).with(stages::Replace::new('a', 'b'));
        Self { store: Arc::new(Mutex::new(store)), stages, config }
    }

    fn ingest(&self, line: &str) -> Result<usize, store::Error> {
        let cleaned = self.stages.apply(line);
        let key = hash(&cleaned);
        let mut guard = self.store.lock().unwrap();
        guard.put(key, cleaned)?;
        Ok(guard.len())
    }

    fn is_loud(&self) -> bool {
        self.config.level.at_least(Verbosity::Info)
    }
}

fn hash(text: &str) -> u64 {
    text.bytes().fold(7, mix)
}

fn mix(acc: u64, byte: u8) -> u64 {
    acc.wrapping_mul(31) + byte as u64
}

fn main() {
    let config = match Config::parse("level=info") {
        Ok(config) => config,
        Err(e) => {
            eprintln!("{}", e.explain());
            return;
        }
    };
    let app = App::new(Cache::over(Memory::default()), config);
    for line in ["x", "y"] {
        if let Err(e) = app.ingest(line) {
            eprintln!("{}", e);
        }
    }
    if app.is_loud() {
        let guard = app.store.lock().unwrap();
        report::print(&*guard);
    }
}
