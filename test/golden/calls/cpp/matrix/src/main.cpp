#include <algorithm>
#include <iostream>
#include <map>
#include "shape.hpp"

namespace {

class AreaSum : public Visitor {
 public:
  void visit(const Circle& circle) override { add(circle.area()); }
  void visit(const Polygon& polygon) override { add(polygon.area()); }
  double total() const { return total_; }

 private:
  void add(double value) { total_ += value; }
  double total_ = 0;
};

template <typename T, typename F>
double sumBy(const std::vector<T>& items, F f) {
  double sum = 0;
  for (const auto& item : items) sum += f(item);
  return sum;
}

bool larger(const std::unique_ptr<Shape>& a, const std::unique_ptr<Shape>& b) {
  return a->area() > b->area();
}

std::unique_ptr<Shape> makeShape(const std::string& kind) {
  if (kind == "circle") return std::make_unique<Circle>(geo::Vec(0, 0), 2);
  return Polygon::Builder().add(0, 0).add(1, 0).add(1, 1).close().build();
}

}  // namespace

using Factory = std::function<std::unique_ptr<Shape>(const std::string&)>;

class Registry {
 public:
  void put(const std::string& key, Factory factory) { factories_[key] = factory; }
  std::unique_ptr<Shape> create(const std::string& key) { return factories_.at(key)(key); }
  static Registry& instance() {
    static Registry registry;
    return registry;
  }

 private:
  std::map<std::string, Factory> factories_;
};

int main() {
  Registry::instance().put("circle", makeShape);
  Registry::instance().put("polygon", makeShape);
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(Registry::instance().create("circle"));
  shapes.push_back(makeShape("polygon"));
  std::sort(shapes.begin(), shapes.end(), larger);

  AreaSum sum;
  for (const auto& shape : shapes) {
    shape->accept(sum);
    std::cout << shape->describe() << "\n";
  }
  std::cout << sum.total() << "\n";

  geo::Vec a(1, 2);
  geo::Vec b{3, 4};
  geo::Vec m = geo::midpoint(a, b);
  if (m == a) std::cout << m.normalized() << "\n";
  std::cout << m[0] << (a + b).length() << "\n";
  auto print = [](const geo::Vec& v) { std::cout << v.length(); };
  print(m);
  return sumBy(shapes, [](const auto& s) { return s->area(); }) > 3;
}
