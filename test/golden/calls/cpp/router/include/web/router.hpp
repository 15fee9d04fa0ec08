#pragma once
#include <functional>
#include <memory>
#include <vector>

#include "web/request.hpp"

namespace web {

using Handler = std::function<Response(const Request&)>;

class Middleware {
 public:
  virtual ~Middleware() = default;
  virtual bool allow(const Request& request) = 0;
  virtual void after(Response& response) {}
};

class Auth : public Middleware {
 public:
  explicit Auth(std::string token) : token_(std::move(token)) {}
  bool allow(const Request& request) override;

 private:
  bool matches(const std::string& given) const;
  std::string token_;
};

class Router {
 public:
  Router& get(const std::string& path, Handler handler);
  Router& use(std::unique_ptr<Middleware> middleware);
  Response handle(const Request& request);

 private:
  struct Route {
    Method method;
    std::string path;
    Handler handler;
    bool fits(const Request& request) const;
  };

  const Route* find(const Request& request) const;

  std::vector<Route> routes_;
  std::vector<std::unique_ptr<Middleware>> middlewares_;
};

template <typename T>
class Pool {
 public:
  T& acquire() {
    if (free_.empty()) grow();
    return *free_.back();
  }

 private:
  void grow() { free_.push_back(std::make_unique<T>()); }
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace web
