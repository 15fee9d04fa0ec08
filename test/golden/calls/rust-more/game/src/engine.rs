use crate::entity::{Entity, Target};
use crate::{Event, GameError, Point};

pub struct Engine {
    entities: Vec<Box<dyn Entity>>,
    rng: Rng,
    size: Point,
}

struct Rng(u64);

impl Rng {
    fn next(&mut self) -> u64 {
        self.0 = mix(self.0);
        self.0
    }
}

fn mix(n: u64) -> u64 {
    n.wrapping_mul(31)
}

#[derive(Default)]
pub struct EngineBuilder {
    seed: Option<u64>,
    size: Option<Point>,
}

impl EngineBuilder {
    pub fn new() -> Self {
        Self::default()
    }
    pub fn seed(mut self, s: u64) -> Self {
        self.seed = Some(s);
        self
    }
    pub fn size(mut self, w: i32, h: i32) -> Self {
        self.size = Some(Point::new(w, h));
        self
    }
    pub fn build(self) -> Result<Engine, GameError> {
        let size = self.size.ok_or_else(|| GameError::invalid("size"))?;
        Ok(Engine { entities: vec![], rng: Rng(self.seed.unwrap_or(1)), size })
    }
}

impl Engine {
    pub fn spawn(&mut self, e: Box<dyn Entity>) {
        self.entities.push(e);
    }

    pub fn tick(&mut self) -> Event {
        let roll = self.rng.next();
        if let Some(e) = self.entities.get_mut(roll as usize) {
            let pos = e.step().clamp(self.size.x, self.size.y);
            return Event::Moved(pos);
        }
        match self.find(roll) {
            Some(t) => Event::Hit { target: t, damage: 1 },
            None => Event::Quit,
        }
    }

    fn find(&self, roll: u64) -> Option<Target> {
        self.entities.iter().position(|e| e.position().distance() == roll as i32).map(Target::at)
    }

    pub fn alive(&self) -> impl Iterator<Item = &Box<dyn Entity>> {
        self.entities.iter()
    }
}
