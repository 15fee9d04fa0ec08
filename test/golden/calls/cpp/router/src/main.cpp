#include <iostream>

#include "web/router.hpp"

using web::Request;
using web::Response;

namespace {

Response home(const Request& request) { return Response::ok("home " + request.path()); }

class Timing final : public web::Middleware {
 public:
  bool allow(const Request&) override {
    start();
    return true;
  }
  void after(Response& response) override {
    Middleware::after(response);
    stop(response.status);
  }

 private:
  void start() { ++running_; }
  void stop(int) { --running_; }
  int running_ = 0;
};

std::ostream& operator<<(std::ostream& out, const Response& response) { return out << response.status; }

struct Buffer {
  void clear() {}
};

template <typename F>
int repeat(int times, F f) {
  int failed = 0;
  for (int i = 0; i < times; ++i) failed += f();
  return failed;
}

}  // namespace

int main() {
  web::Router router;
  router.get("/", home)
      .get("/about", [](const Request& request) { return web::Response::ok(web::lower(request.path())); })
      .use(std::make_unique<Timing>())
      .use(std::make_unique<web::Auth>("secret"));

  Request request(web::Method::Get, "/");
  request.with("Authorization", "secret");
  auto response = router.handle(request);
  std::cout << response << '\n';

  web::Pool<Buffer> pool;
  auto& buffer = pool.acquire();
  buffer.clear();

  std::shared_ptr<web::Middleware> timing = std::make_shared<Timing>();
  timing->allow(request);

  return repeat(2, [&] { return router.handle(request).failed() ? 1 : 0; });
}
