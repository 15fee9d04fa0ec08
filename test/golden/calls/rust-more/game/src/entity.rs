use crate::math::Point;

#[derive(Debug, Clone)]
pub struct Target {
    id: usize,
}

impl Target {
    pub fn at(id: usize) -> Target {
        Target { id }
    }
    pub fn label(&self) -> String {
        format!("#{}", self.id)
    }
}

pub trait Entity {
    fn name(&self) -> &str;
    fn position(&self) -> Point;
    fn step(&mut self) -> Point {
        self.before_step();
        self.position()
    }
    fn before_step(&mut self) {}
}

pub struct Player {
    name: String,
    pos: Point,
}

impl Player {
    pub fn named(name: &str) -> Self {
        Player { name: name.into(), pos: Point::default() }
    }
    fn advance(&mut self) {
        self.pos = self.pos.clamp(5, 5);
    }
}

impl Entity for Player {
    fn name(&self) -> &str {
        &self.name
    }
    fn position(&self) -> Point {
        self.pos
    }
    fn before_step(&mut self) {
        self.advance();
    }
}

#[derive(Default)]
pub struct Enemy {
    path: Vec<Point>,
}

impl Entity for Enemy {
    fn name(&self) -> &str {
        "enemy"
    }
    fn position(&self) -> Point {
        self.path.iter().map(|p| p.clamp(1, 1)).last().unwrap_or(Point::ORIGIN)
    }
}
