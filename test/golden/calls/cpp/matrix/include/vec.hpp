#pragma once
#include <ostream>
#include <cmath>

namespace geo {

struct Vec {
  double x = 0;
  double y = 0;

  Vec() = default;
  Vec(double x, double y) : x(x), y(y) {}

  double length() const { return std::sqrt(dot(*this)); }
  double dot(const Vec& other) const { return x * other.x + y * other.y; }
  Vec normalized() const;
  Vec& operator+=(const Vec& other);
  double operator[](int i) const { return i == 0 ? x : y; }
};

Vec operator+(Vec a, const Vec& b);
Vec operator*(const Vec& a, double k);
bool operator==(const Vec& a, const Vec& b);
std::ostream& operator<<(std::ostream& out, const Vec& v);

Vec midpoint(const Vec& a, const Vec& b);

}  // namespace geo
