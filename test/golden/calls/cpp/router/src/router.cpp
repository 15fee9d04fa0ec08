#include "web/router.hpp"

namespace web {

bool Auth::allow(const Request& request) {
  const auto given = request.header("Authorization");
  return given && matches(*given);
}

bool Auth::matches(const std::string& given) const { return lower(given) == token_; }

bool Router::Route::fits(const Request& request) const {
  return request.method() == method && request.path() == path;
}

Router& Router::get(const std::string& path, Handler handler) {
  routes_.push_back({Method::Get, path, std::move(handler)});
  return *this;
}

Router& Router::use(std::unique_ptr<Middleware> middleware) {
  middlewares_.push_back(std::move(middleware));
  return *this;
}

const Router::Route* Router::find(const Request& request) const {
  for (const auto& route : routes_) {
    if (route.fits(request)) return &route;
  }
  return nullptr;
}

Response Router::handle(const Request& request) {
  for (auto& middleware : middlewares_) {
    if (!middleware->allow(request)) return Response::not_found();
  }
  const Route* route = find(request);
  Response response = route ? route->handler(request) : Response::not_found();
  for (auto& middleware : middlewares_) middleware->after(response);
  return response;
}

}  // namespace web
