pub mod engine;
pub mod entity;
mod math;

pub use math::Point;
use entity::Target;

#[derive(Debug)]
pub enum Event {
    Moved(Point),
    Hit { target: Target, damage: u32 },
    Quit,
}

#[derive(Debug)]
pub struct GameError(pub String);

impl GameError {
    pub fn invalid(what: &str) -> Self {
        GameError(describe(what))
    }
}

fn describe(what: &str) -> String {
    format!("invalid {what}")
}

impl From<std::io::Error> for GameError {
    fn from(e: std::io::Error) -> Self {
        GameError::invalid(&e.to_string())
    }
}
