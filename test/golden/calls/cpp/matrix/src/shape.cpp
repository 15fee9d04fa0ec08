#include "shape.hpp"

std::string Shape::describe() const {
  return name() + " " + std::to_string(area());
}

Circle::Circle(geo::Vec center, double radius) : Shape("circle"), center_(center), radius_(radius) {}

double Circle::area() const { return 3.14159 * radius_ * radius_; }

void Circle::accept(Visitor& visitor) const { visitor.visit(*this); }

Polygon::Polygon(std::string name, std::vector<geo::Vec> points) : Shape(std::move(name)), points_(std::move(points)) {}

double Polygon::area() const {
  double sum = 0;
  for (size_t i = 1; i < points_.size(); ++i) {
    sum += points_[i].dot(points_[i - 1]);
  }
  return sum / 2;
}

void Polygon::accept(Visitor& visitor) const { visitor.visit(*this); }

std::string Polygon::describe() const {
  return Shape::describe() + " perimeter " + std::to_string(perimeter());
}

double Polygon::perimeter() const {
  double total = 0;
  geo::Vec last = points_.front();
  for (const auto& point : points_) {
    geo::Vec step = point + last * -1.0;
    total += step.length();
    last = point;
  }
  return total;
}

Polygon::Builder& Polygon::Builder::add(double x, double y) {
  points_.emplace_back(x, y);
  return *this;
}

Polygon::Builder& Polygon::Builder::close() {
  points_.push_back(points_.front());
  return *this;
}

std::unique_ptr<Polygon> Polygon::Builder::build() {
  return std::make_unique<Polygon>("polygon", points_);
}
