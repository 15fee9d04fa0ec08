#include "shop/order.hpp"

#include <cmath>
#include <numeric>

namespace shop {

namespace {

double with_tax(double value) { return round_cents(value * 1.19); }

}  // namespace

Item::Item(std::string name, double price) : name_(std::move(name)), price_(price) {}

const std::string& Item::name() const { return name_; }

Order::Order(int id) : id_(id) { touch(); }

Order& Order::add(const Item& item) {
  items_.push_back(item);
  this->touch();
  return *this;
}

double Order::total() const {
  double sum = 0;
  for (const Item& item : items_) sum += item.price();
  return with_tax(sum);
}

int Order::count() const { return static_cast<int>(items_.size()); }

Order Order::restore(int id) {
  Order order(id);
  order.touch();
  return order;
}

void Order::touch() { ++id_; }

double round_cents(double value) { return std::round(value * 100) / 100; }

}  // namespace shop
