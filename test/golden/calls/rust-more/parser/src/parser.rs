use crate::ast::{Binary, Expr};
use crate::lexer::{Lexer, Token};

pub struct ParseError {
    msg: String,
}

impl ParseError {
    fn at(pos: usize) -> Self {
        ParseError { msg: format!("at {}", pos) }
    }

    pub fn message(&self) -> &str {
        &self.msg
    }
}

pub struct Parser<'a> {
    lexer: Lexer<'a>,
    current: Token,
    pos: usize,
}

impl<'a> Parser<'a> {
    pub fn new(src: &'a str) -> Self {
        let mut lexer = Lexer::new(src);
        let current = lexer.next_token();
        Parser { lexer, current, pos: 0 }
    }

    pub fn parse(&mut self) -> Result<Expr, ParseError> {
        let mut left = self.term()?;
        while let Token::Op(op) = self.current.clone() {
            self.advance();
            let right = self.term()?;
            left = Expr::Bin(Binary::new(op, left, right));
        }
        Ok(left)
    }

    fn term(&mut self) -> Result<Expr, ParseError> {
        match self.current {
            Token::Num(n) => {
                self.advance();
                Ok(Expr::Num(n))
            }
            _ => Err(ParseError::at(self.pos)),
        }
    }

    fn advance(&mut self) {
        self.current = self.lexer.next_token();
        self.pos += 1;
    }
}
