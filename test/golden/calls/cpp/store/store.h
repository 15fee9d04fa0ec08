#pragma once
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>
namespace shop {
struct Item {
  std::string sku;
  double price = 0;
  double total(int n) const;
};
class Discount {
 public:
  virtual double apply(double amount) const = 0;
  virtual ~Discount() = default;
};
class Percent : public Discount {
 public:
  explicit Percent(double p) : p_(p) {}
  double apply(double amount) const override { return amount - cut(amount); }
 private:
  double cut(double amount) const;
  double p_;
};
class Fixed : public Discount {
 public:
  double apply(double amount) const override;
};
class Cart {
 public:
  using Callback = std::function<void(const Item&)>;
  Cart& add(const Item& item, int n = 1);
  Cart& with(std::unique_ptr<Discount> d);
  double total() const;
  void each(const Callback& cb) const;
  static Cart sample();
 private:
  std::vector<Item> items_;
  std::unique_ptr<Discount> discount_;
};
template <typename K, typename V>
class Registry {
 public:
  void put(const K& k, V v) { check(k); map_[k] = v; }
  V& get(const K& k) { return map_.at(k); }
 private:
  void check(const K& k) {}
  std::map<K, V> map_;
};
std::unique_ptr<Discount> parseDiscount(const std::string& text);
}
