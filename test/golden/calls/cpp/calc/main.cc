#include "eval.h"
#include "parser.h"

static void show(double v) {}
static void show(const char* s, int width) {}

typedef void (*Printer)(double);

void print(Printer p, double v) { p(v); }

int main(int argc, char** argv) {
  calc::Parser parser("1+2");
  std::unique_ptr<Expr> e = parser.parse();
  calc::Evaluator ev = calc::Evaluator::make();
  print(show, ev.run(*e));
  calc::Tracer t;
  t.on().label("x").emit();
  t.count();
  auto p = new calc::Parser("3");
  p->parse();
  show("done", 3);
  for (auto& tok : parser.tokens()) tok.print();
  delete p;
  return 0;
}
