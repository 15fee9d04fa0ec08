pub trait Hook {
    fn run(&self, key: &str);
}

pub struct Audit {
    name: &'static str,
}

impl Audit {
    pub fn new(name: &'static str) -> Self {
        Audit { name }
    }
    fn line(&self, key: &str) -> String {
        format!("{}:{}", self.name, key)
    }
}

impl Hook for Audit {
    fn run(&self, key: &str) {
        emit(self.line(key));
    }
}

#[derive(Default)]
pub struct Registry {
    hooks: Vec<Box<dyn Hook>>,
}

impl Registry {
    pub fn add(&mut self, hook: Box<dyn Hook>) -> &mut Self {
        self.hooks.push(hook);
        self
    }
    pub fn fire(&self, key: &str) {
        for hook in &self.hooks {
            hook.run(key);
        }
    }
}

fn emit(line: String) {
    println!("{}", line);
}
