#include "geo/body.hpp"

#include <algorithm>
#include "log.h"

namespace geo {
namespace {

constexpr double kGravity = 9.81;

Vec2 gravity(double dt) {
    return scale(Vec2{0, -kGravity}, dt);
}

}  // namespace

Body::Body(Vec2 at) : at_(at) {
    util::log("new body");
}

void Body::push(const Vec2& force) {
    speed_ += force;
}

void Body::move(const Vec2& by) {
    at_ += by;
}

std::unique_ptr<Body> Body::make(const std::string& kind) {
    if (kind == "ball") return std::make_unique<Ball>(Vec2{});
    return std::unique_ptr<Body>(new Rocket(Vec2{}, 10));
}

void Ball::step(double dt) {
    push(gravity(dt));
    move(scale(speed_, dt));
    if (at_.y < 0) bounce();
}

void Ball::bounce() {
    speed_.y = -speed_.y;
    this->move(speed_.normalized());
}

double Rocket::check(double fuel) {
    return fuel < 0 ? 0 : fuel;
}

void Rocket::burn(double dt) {
    fuel_ -= dt;
    push({0, dt});
}

void Rocket::step(double dt) {
    if (fuel_ > 0) burn(dt);
    Body::move(scale(speed_, dt));
}

World& World::add(std::unique_ptr<Body> body) {
    bodies_.push_back(std::move(body));
    return *this;
}

void World::notify(const Body& b) const {
    for (const auto& listener : listeners_) listener(b);
}

void World::run(int steps) {
    for (int i = 0; i < steps; ++i) {
        for (auto& body : bodies_) {
            body->step(0.1);
            notify(*body);
        }
    }
    std::for_each(bodies_.begin(), bodies_.end(), [](const auto& b) { b->push({0, 0}); });
}

}  // namespace geo
