use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub enum Level {
    Quiet,
    Info,
}

impl Level {
    pub fn at_least(self, other: Level) -> bool {
        self >= other
    }
}

pub struct ParseError(String);

impl ParseError {
    fn missing(key: &str) -> Self {
        ParseError(format!("missing {key}"))
    }
    pub fn explain(&self) -> &str {
        &self.0
    }
}

impl FromStr for Level {
    type Err = ParseError;
    fn from_str(s: &str) -> Result<Self, Self::Err> {
        match s {
            "quiet" => Ok(Level::Quiet),
            "info" => Ok(Level::Info),
            other => Err(unknown(other)),
        }
    }
}

fn unknown(word: &str) -> ParseError {
    ParseError(format!("unknown {word}"))
}

#[derive(Clone)]
pub struct Config {
    pub level: Level,
}

impl Config {
    pub fn parse(text: &str) -> Result<Config, ParseError> {
        let (key, value) = text.split_once('=').ok_or_else(|| ParseError::missing("="))?;
        if key != "level" {
            return Err(ParseError::missing(key));
        }
        let level = value.parse::<Level>()?;
        Ok(Config { level })
    }
}
