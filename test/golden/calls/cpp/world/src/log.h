#ifndef LOG_H
#define LOG_H
#include <string>
namespace util {
void log(const std::string& text);
enum class Level { Info, Error };
class Logger {
public:
    static Logger& instance();
    void write(Level level, const std::string& text);
    Logger& operator<<(const std::string& text);
private:
    Logger() { open(); }
    void open();
    int count_ = 0;
};
}
#define LOG_ERROR(x) util::Logger::instance().write(util::Level::Error, (x))
#endif
