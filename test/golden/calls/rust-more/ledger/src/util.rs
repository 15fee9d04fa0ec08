pub(crate) fn clamp(v: i64) -> i64 { v.max(min()) }
fn min() -> i64 { 0 }
pub fn parse_digits(s: &str) -> Option<i64> { s.parse().ok() }

pub trait Ext {
    fn shout(&self) -> String;
    fn twice(&self) -> String { let s = self.shout(); join(&s, &s) }
}

impl Ext for str {
    fn shout(&self) -> String { self.to_uppercase() }
}

fn join(a: &str, b: &str) -> String { format!("{a}{b}") }

#[macro_export]
macro_rules! check {
    ($e:expr) => { if !$e { $crate::util::failed() } };
}

pub fn failed() { panic!() }
