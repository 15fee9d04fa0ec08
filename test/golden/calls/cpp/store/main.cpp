#include <iostream>
#include "store.h"
using shop::Cart;
void print(const shop::Item& item) { std::cout << item.sku; }
class Session {
 public:
  explicit Session(Cart& cart) : cart_(cart) { start(); }
  ~Session() { stop(); }
  void run() {
    cart_.each(print);
    prices_.put("a", cart_.total());
    log(prices_.get("a"));
  }
 private:
  void start() {}
  void stop() {}
  void log(double v) { log(std::to_string(v)); }
  void log(const std::string& s) { std::cout << s; }
  Cart& cart_;
  shop::Registry<std::string, double> prices_;
};
int main() {
  Cart cart = Cart::sample();
  cart.add(shop::Item{"b", 2}).with(shop::parseDiscount("%"));
  Session session(cart);
  session.run();
  auto check = [&](double v) { return v < cart.total(); };
  return check(3);
}
