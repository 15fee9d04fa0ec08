pub trait Eval {
    fn eval(&self) -> f64;
    fn rounded(&self) -> i64 {
        self.eval() as i64
    }
}

pub enum Expr {
    Num(f64),
    Neg(Box<Expr>),
    Bin(Binary),
}

pub struct Binary {
    pub op: char,
    pub left: Box<Expr>,
    pub right: Box<Expr>,
}

impl Binary {
    pub fn new(op: char, left: Expr, right: Expr) -> Self {
        Self { op, left: Box::new(left), right: Box::new(right) }
    }

    pub fn is_const(&self) -> bool {
        self.left.is_num() && self.right.is_num()
    }
}

impl Expr {
    pub fn is_num(&self) -> bool {
        matches!(self, Expr::Num(_))
    }

    pub fn negate(self) -> Expr {
        Expr::Neg(Box::new(self))
    }
}

impl Eval for Binary {
    fn eval(&self) -> f64 {
        let l = self.left.eval();
        let r = self.right.eval();
        apply(self.op, l, r)
    }
}

impl Eval for Expr {
    fn eval(&self) -> f64 {
        match self {
            Expr::Num(n) => *n,
            Expr::Neg(e) => -e.eval(),
            Expr::Bin(b) => b.eval(),
        }
    }
}

fn apply(op: char, l: f64, r: f64) -> f64 {
    match op {
        '+' => l + r,
        _ => l * r,
    }
}
