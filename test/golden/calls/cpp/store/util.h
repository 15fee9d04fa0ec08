#pragma once
#include <string>
namespace util {
double round2(double v);
bool starts(const std::string& s, const std::string& p);
template <typename T> T max(T a, T b) { return a > b ? a : b; }
}
