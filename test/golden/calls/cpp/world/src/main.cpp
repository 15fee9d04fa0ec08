#include <iostream>
#include "geo/body.hpp"
#include "log.h"

using namespace geo;

static void show(const Body& body) {
    std::cout << body.at() << "\n";
}

struct Counter {
    int n = 0;
    void operator()(const Body&) { ++n; bump(); }
    void bump() {}
};

int main(int argc, char**) {
    World world;
    world.add(Body::make("ball")).add(std::make_unique<Rocket>(Vec2{1, 1}, 5));
    world.listen(show);
    world.listen([](const Body& b) { util::log("at"); });
    Counter counter;
    world.listen(counter);
    if (argc < 2) {
        LOG_ERROR("no args");
        util::Logger::instance() << "bye";
        return 1;
    }
    world.run(10);
    Vec2 a{1, 2};
    auto c = a + Vec2{3, 4};
    return static_cast<int>(c.length());
}
