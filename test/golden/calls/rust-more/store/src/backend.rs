use std::collections::HashMap;

pub trait Backend {
    fn read(&self, key: &str) -> Option<String>;
    fn write(&mut self, key: &str, value: &str);
    fn flush(&mut self) {
        self.sync(true)
    }
    fn sync(&mut self, _hard: bool) {}
}

#[derive(Default)]
pub struct Memory {
    map: HashMap<String, String>,
}

impl Backend for Memory {
    fn read(&self, key: &str) -> Option<String> {
        self.map.get(key).cloned()
    }
    fn write(&mut self, key: &str, value: &str) {
        self.map.insert(key.into(), value.into());
        self.grow();
    }
}

impl Memory {
    fn grow(&mut self) {
        self.map.reserve(1);
    }
}

pub struct Disk {
    path: String,
}

impl Disk {
    pub fn at(path: &str) -> Disk {
        Disk { path: path.to_owned() }
    }
    fn file_for(&self, key: &str) -> String {
        join(&self.path, key)
    }
}

impl Backend for Disk {
    fn read(&self, key: &str) -> Option<String> {
        std::fs::read_to_string(self.file_for(key)).ok()
    }
    fn write(&mut self, key: &str, value: &str) {
        let _ = std::fs::write(self.file_for(key), value);
    }
    fn sync(&mut self, hard: bool) {
        let _ = hard;
    }
}

fn join(a: &str, b: &str) -> String {
    format!("{}/{}", a, b)
}

pub fn open(kind: &str) -> Box<dyn Backend> {
    match kind {
        "mem" => Box::new(Memory::default()),
        path => Box::new(Disk::at(path)),
    }
}
