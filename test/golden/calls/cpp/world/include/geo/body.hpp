#pragma once
#include <memory>
#include <string>
#include <vector>
#include <functional>
#include "geo/vec.hpp"

namespace geo {

class Body {
public:
    explicit Body(Vec2 at);
    virtual ~Body() = default;
    virtual void step(double dt) = 0;
    void push(const Vec2& force);
    const Vec2& at() const { return at_; }
    static std::unique_ptr<Body> make(const std::string& kind);

protected:
    void move(const Vec2& by);
    Vec2 at_;
    Vec2 speed_;
};

class Ball final : public Body {
public:
    using Body::Body;
    void step(double dt) override;

private:
    void bounce();
};

class Rocket : public Body {
public:
    Rocket(Vec2 at, double fuel) : Body(at), fuel_(check(fuel)) {}
    void step(double dt) override;

private:
    static double check(double fuel);
    void burn(double dt);
    double fuel_;
};

class World {
public:
    using Listener = std::function<void(const Body&)>;
    World& add(std::unique_ptr<Body> body);
    template <class B, class... Args>
    B& spawn(Args&&... args);
    void run(int steps);
    void listen(Listener l) { listeners_.push_back(std::move(l)); }

private:
    void notify(const Body& b) const;
    std::vector<std::unique_ptr<Body>> bodies_;
    std::vector<Listener> listeners_;
};

}  // namespace geo
