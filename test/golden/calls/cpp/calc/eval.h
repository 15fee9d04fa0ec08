#ifndef EVAL_H
#define EVAL_H
#include <stack>
#include <vector>
#include "ast.h"

namespace calc {
namespace detail {
template <typename T>
class Stack {
 public:
  void push(T v) { items_.push_back(v); }
  T pop() {
    T v = top();
    items_.pop_back();
    return v;
  }
  T top() const { return items_.back(); }

 private:
  std::vector<T> items_;
};
}  // namespace detail

class Evaluator : public Visitor {
 public:
  double run(const Expr& e);
  void visitNumber(const Number& n) override;
  void visitBinary(const Binary& b) override;
  static Evaluator make();

 private:
  double combine(char op, double a, double b);
  detail::Stack<double> stack_;
};

template <typename Derived>
struct Counted {
  void count() { static_cast<Derived*>(this)->onCount(); }
};

class Tracer : public Counted<Tracer> {
 public:
  Tracer& on() { enabled_ = true; return *this; }
  Tracer& label(const std::string& s) { label_ = s; return *this; }
  void emit();
  void onCount() {}

 private:
  bool enabled_ = false;
  std::string label_;
};
}  // namespace calc
#endif
