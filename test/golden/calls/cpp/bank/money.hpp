#pragma once
namespace money {
double rounded(double value);
inline double percent(double value, double p) { return rounded(value * p / 100); }

template <typename T>
T clamp(T v, T lo, T hi) {
    return v < lo ? lo : v > hi ? hi : v;
}

struct Money {
    long cents;
    Money operator+(const Money& other) const;
    bool positive() const { return cents > 0; }
};

Money parse(const char* text);
Money parse(const char* text, char separator);
}
