#include "money.hpp"
#include <cmath>
#include <cstdlib>

namespace money {
double rounded(double value) { return std::round(value * 100) / 100; }

Money Money::operator+(const Money& other) const { return Money{cents + other.cents}; }

Money parse(const char* text) { return parse(text, '.'); }

Money parse(const char* text, char separator) {
    long whole = std::atol(text);
    return Money{clamp<long>(whole, 0, 1000) * 100};
}
}
