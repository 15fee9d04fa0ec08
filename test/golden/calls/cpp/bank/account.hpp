#pragma once
#include <memory>
#include <string>
#include <vector>

namespace bank {

class Observer {
public:
    virtual ~Observer() = default;
    virtual void changed(const std::string& id, double amount) = 0;
};

class Account {
public:
    explicit Account(std::string id);
    virtual ~Account();
    void deposit(double amount);
    void withdraw(double amount);
    virtual double fee() const = 0;
    double balance() const { return balance_; }
    void attach(std::shared_ptr<Observer> o);
    static bool validId(const std::string& id);

protected:
    void notify(double amount);
    double balance_ = 0;

private:
    std::string id_;
    std::vector<std::shared_ptr<Observer>> observers_;
};

class Savings : public Account {
public:
    Savings(std::string id, double rate);
    double fee() const override;
    void accrue();

private:
    double rate_;
};

class Checking final : public Account {
public:
    using Account::Account;
    double fee() const override { return 1.5; }
};

}  // namespace bank
