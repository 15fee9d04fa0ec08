#pragma once
#include <string>
#include <vector>
#include "ast.h"
namespace calc {
struct Token {
  char kind;
  void print() const { dump(kind); }
  static void dump(char c) {}
};
class Parser {
 public:
  Parser(const std::string& s) : text_(s), pos_(0) {}
  std::unique_ptr<Expr> parse() {
    auto left = primary();
    while (!atEnd() && peek() == '+') {
      next();
      left = std::make_unique<Binary>('+', std::move(left), primary());
    }
    return left;
  }
  const std::vector<Token>& tokens() const { return tokens_; }

 private:
  std::unique_ptr<Expr> primary() { return std::unique_ptr<Expr>(new Number(next() - '0')); }
  bool atEnd() const { return pos_ >= text_.size(); }
  char peek() const { return text_[pos_]; }
  char next() { return text_[pos_++]; }
  std::string text_;
  size_t pos_;
  std::vector<Token> tokens_;
};
}  // namespace calc
