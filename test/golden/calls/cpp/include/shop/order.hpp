#pragma once

#include <memory>
#include <string>
#include <vector>

namespace shop {

class Item {
 public:
  Item(std::string name, double price);
  double price() const { return price_; }
  const std::string& name() const;

 private:
  std::string name_;
  double price_;
};

class Order {
 public:
  Order() = default;
  explicit Order(int id);
  Order& add(const Item& item);
  double total() const;
  bool empty() const { return count() == 0; }
  int count() const;
  static Order restore(int id);

 private:
  void touch();
  std::vector<Item> items_;
  int id_ = 0;
};

double round_cents(double value);

}  // namespace shop
