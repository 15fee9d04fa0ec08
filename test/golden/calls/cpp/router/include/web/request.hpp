#pragma once
#include <map>
#include <optional>
#include <string>

namespace web {

enum class Method { Get, Post };

class Request {
 public:
  Request(Method method, std::string path);

  Method method() const { return method_; }
  const std::string& path() const { return path_; }
  std::optional<std::string> header(const std::string& name) const;
  Request& with(const std::string& name, std::string value);

 private:
  Method method_;
  std::string path_;
  std::map<std::string, std::string> headers_;
};

struct Response {
  int status = 200;
  std::string body;

  static Response ok(std::string body);
  static Response not_found();
  bool failed() const { return status >= 400; }
};

std::string lower(const std::string& text);

}  // namespace web
