#include "account.hpp"
#include "money.hpp"
#include <stdexcept>

namespace bank {

namespace {
void check(double amount) {
    if (amount <= 0) throw std::invalid_argument("amount");
}
}  // namespace

Account::Account(std::string id) : id_(std::move(id)) {
    if (!validId(id_)) throw std::invalid_argument("id");
}

Account::~Account() = default;

void Account::deposit(double amount) {
    check(amount);
    balance_ += money::rounded(amount);
    notify(amount);
}

void Account::withdraw(double amount) {
    check(amount);
    balance_ -= amount + this->fee();
    this->notify(-amount);
}

void Account::attach(std::shared_ptr<Observer> o) {
    observers_.push_back(o);
}

bool Account::validId(const std::string& id) {
    return !id.empty();
}

void Account::notify(double amount) {
    for (const auto& o : observers_) o->changed(id_, amount);
}

Savings::Savings(std::string id, double rate) : Account(std::move(id)), rate_(rate) {}

double Savings::fee() const {
    return money::percent(balance_, 1);
}

void Savings::accrue() {
    deposit(money::percent(balance(), rate_));
}

}  // namespace bank
