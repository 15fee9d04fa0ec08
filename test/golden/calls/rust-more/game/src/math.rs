use std::ops::Add;

#[derive(Debug, Clone, Copy, Default)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

impl Point {
    pub const ORIGIN: Point = Point { x: 0, y: 0 };

    pub fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }

    pub fn distance(&self) -> i32 {
        abs(self.x) + abs(self.y)
    }

    pub fn clamp(self, w: i32, h: i32) -> Point {
        Point::new(self.x.min(w), self.y.min(h))
    }
}

impl Add for Point {
    type Output = Point;
    fn add(self, o: Point) -> Point {
        Point::new(self.x + o.x, self.y + o.y)
    }
}

fn abs(n: i32) -> i32 {
    if n < 0 { -n } else { n }
}
