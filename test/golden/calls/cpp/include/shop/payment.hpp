#pragma once

#include <functional>
#include <memory>
#include <string>

#include "shop/order.hpp"

namespace shop {

class Payment {
 public:
  virtual ~Payment() = default;
  virtual bool charge(double amount) = 0;
  virtual std::string label() const { return "payment"; }

 protected:
  bool valid(double amount) const;
};

class CardPayment : public Payment {
 public:
  explicit CardPayment(std::string number);
  bool charge(double amount) override;
  std::string label() const override;

 private:
  std::string number_;
};

class CashPayment final : public Payment {
 public:
  bool charge(double amount) override;
};

using Listener = std::function<void(const Order&)>;

class Checkout {
 public:
  explicit Checkout(std::unique_ptr<Payment> payment);
  bool pay(const Order& order);
  void on_paid(Listener listener);
  Order& order() { return order_; }

 private:
  std::unique_ptr<Payment> payment_;
  Order order_;
  Listener listener_;
};

std::unique_ptr<Payment> make_payment(const std::string& kind);

}  // namespace shop
