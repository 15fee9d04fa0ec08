#include "web/request.hpp"

#include <algorithm>
#include <cctype>

namespace web {

Request::Request(Method method, std::string path) : method_(method), path_(std::move(path)) {}

std::optional<std::string> Request::header(const std::string& name) const {
  auto found = headers_.find(lower(name));
  if (found == headers_.end()) return std::nullopt;
  return found->second;
}

Request& Request::with(const std::string& name, std::string value) {
  headers_[lower(name)] = std::move(value);
  return *this;
}

Response Response::ok(std::string body) { return Response{200, std::move(body)}; }

Response Response::not_found() {
  Response response = ok("not found");
  response.status = 404;
  return response;
}

namespace {
char lower_char(char c) { return static_cast<char>(std::tolower(c)); }
}  // namespace

std::string lower(const std::string& text) {
  std::string out = text;
  std::transform(out.begin(), out.end(), out.begin(), lower_char);
  return out;
}

}  // namespace web
