use shelf_core::Store;

pub trait Render {
    fn render(&self) -> String;

    fn print(&self) {
        println!("{}", self.render());
    }
}

pub struct Report {
    lines: Vec<String>,
}

impl Report {
    pub fn with_lines(lines: Vec<String>) -> Self {
        Report { lines }
    }

    pub fn from_store(store: &impl Store) -> Report {
        let title = store.title(1).unwrap_or_default();
        Self::with_lines(vec![quote(title)])
    }

    pub fn print(&self) {
        println!("{}", self.render());
        let total = self.lines.len();
        footer(total);
    }
}

impl Render for Report {
    fn render(&self) -> String {
        self.lines.join("\n")
    }
}

pub fn quote(text: String) -> String {
    format!("\"{}\"", text)
}

fn footer(total: usize) {
    fn line(n: usize) -> String {
        "-".repeat(n)
    }
    println!("{}", line(total));
}
