#include "store.h"
#include "util.h"
namespace shop {
double Item::total(int n) const { return util::round2(price * n); }
double Percent::cut(double amount) const { return util::round2(amount * p_); }
double Fixed::apply(double amount) const { return util::max(amount - 5, 0.0); }
Cart& Cart::add(const Item& item, int n) {
  for (int i = 0; i < n; ++i) items_.push_back(item);
  return *this;
}
Cart& Cart::with(std::unique_ptr<Discount> d) {
  discount_ = std::move(d);
  return *this;
}
double Cart::total() const {
  double sum = 0;
  for (const Item& item : items_) sum += item.total(1);
  return discount_ ? discount_->apply(sum) : sum;
}
void Cart::each(const Callback& cb) const {
  for (const auto& item : items_) cb(item);
}
Cart Cart::sample() {
  Cart cart;
  cart.add(Item{"a", 1});
  return cart;
}
std::unique_ptr<Discount> parseDiscount(const std::string& text) {
  if (util::starts(text, "%")) return std::make_unique<Percent>(0.1);
  return std::unique_ptr<Discount>(new Fixed());
}
}
