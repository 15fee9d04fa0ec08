pub trait Stage {
    fn run(&self, text: String) -> String;

    fn name(&self) -> String {
        short(std::any::type_name::<Self>())
    }
}

fn short(path: &str) -> String {
    path.rsplit("::").next().unwrap_or(path).to_string()
}

pub struct Trim;

impl Stage for Trim {
    fn run(&self, text: String) -> String {
        text.trim().to_string()
    }
}

pub struct Replace {
    from: char,
    to: char,
}

impl Replace {
    pub fn new(from: char, to: char) -> Self {
        Self { from, to }
    }

    fn swap(&self, c: char) -> char {
        if c == self.from { self.to } else { c }
    }
}

impl Stage for Replace {
    fn run(&self, text: String) -> String {
        text.chars().map(|c| self.swap(c)).collect()
    }
}

#[derive(Default)]
pub struct Stages {
    list: Vec<Box<dyn Stage>>,
}

impl Stages {
    pub fn with<T: Stage + 'static>(mut self, stage: T) -> Self {
        self.list.push(Box::new(stage));
        self
    }

    pub fn apply(&self, line: &str) -> String {
        self.list.iter().fold(line.to_string(), |text, stage| stage.run(text))
    }

    pub fn names(&self) -> Vec<String> {
        self.list.iter().map(|s| s.name()).collect()
    }
}
