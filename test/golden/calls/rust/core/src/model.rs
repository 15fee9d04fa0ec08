use crate::util::{self, slug};

#[derive(Clone, Debug, Default)]
pub struct Book {
    pub id: u32,
    pub title: String,
    author: Option<Author>,
}

#[derive(Clone, Debug, Default)]
pub struct Author {
    name: String,
}

impl Author {
    pub fn new(name: &str) -> Self {
        Self { name: name.to_string() }
    }

    pub fn display(&self) -> String {
        util::title_case(&self.name)
    }
}

impl Book {
    pub fn builder() -> BookBuilder {
        BookBuilder::default()
    }

    pub fn key(&self) -> String {
        slug(&self.title)
    }

    pub fn byline(&self) -> String {
        match &self.author {
            Some(author) => author.display(),
            None => Self::unknown(),
        }
    }

    fn unknown() -> String {
        String::from("unknown")
    }
}

#[derive(Default)]
pub struct BookBuilder {
    title: String,
    author: Option<Author>,
}

impl BookBuilder {
    pub fn title(mut self, title: &str) -> Self {
        self.title = title.into();
        self
    }

    pub fn author(mut self, name: &str) -> Self {
        self.author = Some(Author::new(name));
        self
    }

    pub fn build(self) -> Book {
        Book { id: next_id(), title: self.title, author: self.author }
    }
}

fn next_id() -> u32 {
    1
}

pub struct Shelf {
    books: Vec<Book>,
    index: Index,
}

struct Index;

impl Index {
    fn insert(&mut self, _key: String) {}
    fn len(&self) -> usize {
        0
    }
}

impl Shelf {
    pub fn new() -> Shelf {
        Shelf { books: Vec::new(), index: Index }
    }

    pub fn add(&mut self, book: Book) -> &mut Self {
        self.index.insert(book.key());
        self.books.push(book);
        self
    }

    pub fn keys(&self) -> Vec<String> {
        self.books.iter().map(|book| book.key()).collect()
    }

    pub fn bylines(&self) -> Vec<String> {
        let mut out = vec![];
        for book in &self.books {
            out.push(book.byline());
        }
        out
    }

    pub fn first(&self) -> Option<&Book> {
        self.books.first()
    }

    pub fn len(&self) -> usize {
        self.index.len()
    }
}
