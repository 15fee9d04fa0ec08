#ifndef AST_H
#define AST_H
#include <memory>
#include <string>

class Visitor;

class Expr {
 public:
  virtual ~Expr() {}
  virtual void accept(Visitor& v) const = 0;
};

class Number : public Expr {
 public:
  explicit Number(double v) : value(v) {}
  void accept(Visitor& v) const override;
  double value;
};

class Binary : public Expr {
 public:
  Binary(char op, std::unique_ptr<Expr> l, std::unique_ptr<Expr> r);
  void accept(Visitor& v) const override;
  const Expr& left() const { return *l_; }
  const Expr& right() const { return *r_; }
  char op;

 private:
  std::unique_ptr<Expr> l_, r_;
};

class Visitor {
 public:
  virtual void visitNumber(const Number& n) = 0;
  virtual void visitBinary(const Binary& b) = 0;
};
#endif
