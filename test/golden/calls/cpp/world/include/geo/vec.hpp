#pragma once
#include <cmath>
#include <ostream>

namespace geo {

template <typename T>
struct Vec {
    T x{}, y{};

    Vec operator+(const Vec& o) const { return {x + o.x, y + o.y}; }
    Vec& operator+=(const Vec& o) {
        x += o.x;
        y += o.y;
        return *this;
    }
    T dot(const Vec& o) const { return x * o.x + y * o.y; }
    T length() const { return std::sqrt(dot(*this)); }
    Vec normalized() const;
};

template <typename T>
Vec<T> Vec<T>::normalized() const {
    return scale(*this, 1 / length());
}

template <typename T>
Vec<T> scale(const Vec<T>& v, T by) {
    return {v.x * by, v.y * by};
}

using Vec2 = Vec<double>;

inline std::ostream& operator<<(std::ostream& os, const Vec2& v) { return os << v.x << ',' << v.y; }

}  // namespace geo
