#include "eval.h"
#include <iostream>

namespace calc {

namespace {
double divide(double a, double b) { return b == 0 ? 0 : a / b; }
}

double Evaluator::run(const Expr& e) {
  e.accept(*this);
  return stack_.pop();
}

void Evaluator::visitNumber(const Number& n) { stack_.push(n.value); }

void Evaluator::visitBinary(const Binary& b) {
  b.left().accept(*this);
  b.right().accept(*this);
  double r = stack_.pop();
  stack_.push(combine(b.op, stack_.pop(), r));
}

double Evaluator::combine(char op, double a, double b) {
  switch (op) {
    case '+': return a + b;
    case '/': return divide(a, b);
  }
  return 0;
}

Evaluator Evaluator::make() { return Evaluator(); }

void Tracer::emit() { std::cout << label_; }

}  // namespace calc
