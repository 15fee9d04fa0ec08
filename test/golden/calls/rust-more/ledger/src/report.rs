use crate::account::{Account, Entry};
use crate::util::Ext as _;

pub trait Render {
    fn header(&self) -> String { title("report") }
    fn line(&mut self, e: &Entry) -> String;
}

pub struct Text { n: usize }

impl Default for Text {
    fn default() -> Self { Text { n: start() } }
}

fn start() -> usize { 0 }

impl Render for Text {
    fn line(&mut self, e: &Entry) -> String { self.n += 1; e.amount.to_string() }
}

pub fn render<R: Render>(a: &Account, mut r: R) -> Vec<String> {
    let mut out = vec![r.header().twice()];
    for e in a.big_entries() { out.push(r.line(e)); }
    out.extend(a.big_entries().map(plain));
    out
}

pub fn render_dyn(a: &Account, r: &mut dyn Render) -> usize {
    let count = |n: usize| bump(n);
    a.big_entries().map(|e| r.line(e)).fold(0, |n, _| count(n))
}

fn bump(n: usize) -> usize { n + 1 }
fn plain(e: &Entry) -> String { title(if e.big() { "big" } else { "small" }) }
fn title(s: &str) -> String { s.shout() }
