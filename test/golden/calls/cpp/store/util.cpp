#include "util.h"
#include <cmath>
namespace util {
static double scale(double v, int by) { return v * by; }
double round2(double v) { return std::round(scale(v, 100)) / 100; }
bool starts(const std::string& s, const std::string& p) { return s.rfind(p, 0) == 0; }
}
