#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>
#include "vec.hpp"

class Visitor;

class Shape {
 public:
  explicit Shape(std::string name) : name_(std::move(name)) {}
  virtual ~Shape() = default;
  virtual double area() const = 0;
  virtual void accept(Visitor& visitor) const = 0;
  virtual std::string describe() const;
  const std::string& name() const { return name_; }

 protected:
  std::string name_;
};

class Circle : public Shape {
 public:
  Circle(geo::Vec center, double radius);
  double area() const override;
  void accept(Visitor& visitor) const override;
  double radius() const { return radius_; }

 private:
  geo::Vec center_;
  double radius_;
};

class Polygon : public Shape {
 public:
  class Builder {
   public:
    Builder& add(double x, double y);
    Builder& close();
    std::unique_ptr<Polygon> build();

   private:
    std::vector<geo::Vec> points_;
  };

  Polygon(std::string name, std::vector<geo::Vec> points);
  double area() const override;
  void accept(Visitor& visitor) const override;
  std::string describe() const override;
  double perimeter() const;

 private:
  std::vector<geo::Vec> points_;
};

class Visitor {
 public:
  virtual ~Visitor() = default;
  virtual void visit(const Circle& circle) = 0;
  virtual void visit(const Polygon& polygon) = 0;
};
