#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Num(f64),
    Op(char),
    End,
}

pub struct Lexer<'a> {
    chars: std::iter::Peekable<std::str::Chars<'a>>,
}

impl<'a> Lexer<'a> {
    pub fn new(src: &'a str) -> Lexer<'a> {
        Lexer { chars: src.chars().peekable() }
    }

    pub fn next_token(&mut self) -> Token {
        self.skip_space();
        match self.chars.next() {
            Some(c) if c.is_ascii_digit() => self.number(c),
            Some(c) => Token::Op(c),
            None => Token::End,
        }
    }

    fn skip_space(&mut self) {
        while self.chars.next_if(|c| is_space(*c)).is_some() {}
    }

    fn number(&mut self, first: char) -> Token {
        Token::Num(first.to_digit(10).unwrap() as f64)
    }
}

fn is_space(c: char) -> bool {
    c == ' '
}
