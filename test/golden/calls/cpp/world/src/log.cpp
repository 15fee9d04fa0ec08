#include "log.h"
#include <iostream>

namespace util {

static std::string prefix(Level level) {
    return level == Level::Info ? "info " : "error ";
}

void log(const std::string& text) {
    Logger::instance().write(Level::Info, text);
}

Logger& Logger::instance() {
    static Logger logger;
    return logger;
}

void Logger::open() { count_ = 0; }

void Logger::write(Level level, const std::string& text) {
    std::cout << prefix(level) << text;
    ++count_;
}

Logger& Logger::operator<<(const std::string& text) {
    write(Level::Info, text);
    return *this;
}

}
