#include <algorithm>
#include <iostream>
#include <vector>

#include "shop/cache.hpp"
#include "shop/order.hpp"
#include "shop/payment.hpp"

using namespace shop;
using shop::round_cents;

int area(int side) { return side * side; }
int area(int width, int height) { return width * height + area(1); }

void print(const Order& order) { std::cout << order.total() << "\n"; }

bool cheaper(const Item& a, const Item& b) { return a.price() < b.price(); }

class Report {
 public:
  void run() {
    header();
    Report::footer();
    render();
  }
  virtual void render() {}
  virtual ~Report() {}

 protected:
  void header() {}
  static void footer() {}
};

class LongReport : public Report {
 public:
  void render() override {
    Report::render();
    header();
  }
};

int main() {
  auto order = Order::restore(1);
  order.add(Item("pen", 1.5)).add(Item{"cup", 4});
  std::vector<Item> items{Item("a", 1), Item("b", 2)};
  std::sort(items.begin(), items.end(), cheaper);

  auto payment = make_payment("card");
  std::cout << payment->label();
  Checkout checkout(std::move(payment));
  checkout.on_paid(print);
  checkout.pay(order);
  checkout.order().count();

  auto card = std::make_shared<CardPayment>("1");
  card->charge(largest(2.0, 3.0));
  Payment* cash = new CashPayment();
  cash->charge(round_cents(2));
  auto* direct = new LongReport;
  direct->run();

  auto twice = [&](double x) { return shop::round_cents(x) * area(2, 3); };
  std::for_each(items.begin(), items.end(), [](const Item& item) { std::cout << item.name(); });
  delete cash;
  return static_cast<int>(twice(order.total()));
}
