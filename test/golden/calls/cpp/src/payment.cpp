#include "shop/payment.hpp"

#include "shop/cache.hpp"

namespace shop {

// the same name as in order.cpp's unnamed namespace
static double with_tax(double value) { return value; }

bool Payment::valid(double amount) const { return with_tax(amount) > 0; }

CardPayment::CardPayment(std::string number) : number_(std::move(number)) {}

bool CardPayment::charge(double amount) {
  if (!valid(amount)) return false;
  return label() == "card";
}

std::string CardPayment::label() const { return Payment::label() + " card"; }

bool CashPayment::charge(double amount) { return valid(amount); }

Checkout::Checkout(std::unique_ptr<Payment> payment) : payment_(std::move(payment)) {}

bool Checkout::pay(const Order& order) {
  Cache<int> cache;
  cache.put("paid", 1);
  if (order.empty()) return false;
  const bool done = payment_->charge(order.total());
  if (done && listener_) listener_(order);
  return done;
}

void Checkout::on_paid(Listener listener) { listener_ = std::move(listener); }

std::unique_ptr<Payment> make_payment(const std::string& kind) {
  if (kind == "card") return std::make_unique<CardPayment>("4111");
  return std::make_unique<CashPayment>();
}

}  // namespace shop
