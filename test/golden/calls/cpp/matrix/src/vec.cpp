#include "vec.hpp"

namespace geo {

static double safeDivide(double a, double b) {
  return b == 0 ? 0 : a / b;
}

Vec Vec::normalized() const {
  double len = length();
  return Vec(safeDivide(x, len), safeDivide(y, len));
}

Vec& Vec::operator+=(const Vec& other) {
  x += other.x;
  y += other.y;
  return *this;
}

Vec operator+(Vec a, const Vec& b) {
  a += b;
  return a;
}

Vec operator*(const Vec& a, double k) {
  return Vec(a.x * k, a.y * k);
}

bool operator==(const Vec& a, const Vec& b) {
  return a.x == b.x && a.y == b.y;
}

std::ostream& operator<<(std::ostream& out, const Vec& v) {
  return out << "(" << v.x << ", " << v.y << ")";
}

Vec midpoint(const Vec& a, const Vec& b) {
  return (a + b) * 0.5;
}

}  // namespace geo
