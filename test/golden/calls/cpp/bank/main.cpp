#include <algorithm>
#include <functional>
#include <map>
#include "account.hpp"
#include "money.hpp"

using namespace bank;

class Logger : public Observer {
public:
    void changed(const std::string& id, double amount) override {
        write(id);
    }

private:
    void write(const std::string& line) { lines_++; }
    int lines_ = 0;
};

class Branch {
public:
    static Branch& instance() {
        static Branch b;
        return b;
    }
    Branch& open(std::unique_ptr<Account> account) {
        accounts_.push_back(std::move(account));
        return *this;
    }
    Account* first() { return accounts_.front().get(); }
    void close();

private:
    std::vector<std::unique_ptr<Account>> accounts_;
};

void Branch::close() {
    for (auto& a : accounts_) a->withdraw(a->balance());
}

std::unique_ptr<Account> makeAccount(const std::string& kind) {
    if (kind == "savings") return std::make_unique<Savings>("s1", 0.02);
    return std::make_unique<Checking>("c1");
}

template <typename F>
void repeat(int n, F action) {
    for (int i = 0; i < n; i++) action(i);
}

void tick(int i) {
    Branch::instance().first()->deposit(i);
}

int main() {
    auto account = makeAccount("savings");
    account->attach(std::make_shared<Logger>());
    account->deposit(10);
    Branch::instance().open(std::move(account)).open(makeAccount("checking")).close();
    Savings s("x", 0.1);
    s.accrue();
    s.withdraw(2);
    money::Money m = money::parse("12");
    if (m.positive()) repeat(3, tick);
    auto total = money::parse("1", ',');
    std::function<double(double)> f = [](double d) { return money::rounded(d); };
    return total.positive();
}
