#include "ast.h"

Binary::Binary(char o, std::unique_ptr<Expr> l, std::unique_ptr<Expr> r)
    : op(o), l_(std::move(l)), r_(std::move(r)) {}

void Number::accept(Visitor& v) const { v.visitNumber(*this); }

void Binary::accept(Visitor& v) const { v.visitBinary(*this); }
