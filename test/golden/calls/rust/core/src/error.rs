use std::fmt;

pub type Result<T> = std::result::Result<T, Error>;

#[derive(Debug)]
pub enum Error {
    Missing(u32),
    Io(std::io::Error),
}

impl Error {
    pub fn code(&self) -> i32 {
        match self {
            Error::Missing(_) => 1,
            Error::Io(_) => fallback_code(),
        }
    }
}

fn fallback_code() -> i32 {
    2
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error {}", self.code())
    }
}

impl From<std::io::Error> for Error {
    fn from(e: std::io::Error) -> Self {
        Error::Io(e)
    }
}
