mod ast;
mod lexer;
mod parser;

use ast::{Eval, Expr};
use parser::Parser;

fn main() {
    let source = read_source();
    match run(&source) {
        Ok(v) => println!("{}", v),
        Err(e) => report(e),
    }
}

fn read_source() -> String {
    std::env::args().nth(1).unwrap_or_default()
}

fn run(source: &str) -> Result<f64, parser::ParseError> {
    let mut p = Parser::new(source);
    let expr = p.parse()?;
    let simplified = simplify(expr);
    Ok(simplified.eval())
}

fn simplify(e: Expr) -> Expr {
    match e {
        Expr::Neg(inner) => inner.negate(),
        Expr::Bin(b) => {
            if b.is_const() {
                Expr::Num(b.eval())
            } else {
                Expr::Bin(b)
            }
        }
        other => other,
    }
}

fn report(e: parser::ParseError) {
    eprintln!("{}", e.message());
}
