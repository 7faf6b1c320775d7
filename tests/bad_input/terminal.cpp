#include "terminal.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <catch2/catch.hpp>

namespace laguz::bad_input {

Terminal::Terminal(const std::vector<std::string>& words, const Setting& setting) {
  std::vector<char*> arguments;
  std::string program = "laguz";
  std::vector<std::string> all = words;
  arguments.push_back(program.data());
  for (std::string& word : all) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char name[256];
  constexpr unsigned short kRows = 24;
  const winsize size{kRows, setting.columns, 0, 0};
  child_ = forkpty(&terminal_, name, nullptr, &size);
  if (child_ == 0) {
    setenv("HOME", setting.home.c_str(), 1);
    setenv("TERM", setting.kind.c_str(), 1);
    setenv("INPUTRC", "/dev/null", 1);
    unsetenv("XDG_STATE_HOME");
    unsetenv("COLORTERM");
    if (!setting.folder.empty() && chdir(setting.folder.c_str()) != 0) _exit(126);
    if (setting.most_bytes != RLIM_INFINITY) {
      const rlimit limit{setting.most_bytes, setting.most_bytes};
      (void)setrlimit(RLIMIT_FSIZE, &limit);
    }
    execv(LAGUZ_BINARY, arguments.data());
    _exit(127);
  }
  REQUIRE(child_ > 0);
  line_ = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  REQUIRE(line_ >= 0);
}

Terminal::~Terminal() {
  if (line_ >= 0) close(line_);
  close(terminal_);
  if (child_ > 0) {
    kill(child_, SIGKILL);
    waitpid(child_, nullptr, 0);
  }
}

void Terminal::type(const std::string& keys) {
  for (std::size_t at = 0; at < keys.size();) {
    const ssize_t n = write(terminal_, keys.data() + at, keys.size() - at);
    if (n < 0 && errno != EINTR) return;  // it has ended, which `wait_for` sees
    if (n > 0) at += static_cast<std::size_t>(n);
  }
}

bool Terminal::read_more() {
  pollfd waiting{terminal_, POLLIN, 0};
  constexpr int kPatience = 60'000;
  if (poll(&waiting, 1, kPatience) <= 0) return false;
  char buffer[4096];
  const ssize_t n = read(terminal_, buffer, sizeof buffer);
  if (n <= 0) return false;
  seen_.append(buffer, static_cast<std::size_t>(n));
  return true;
}

bool Terminal::wait_for(const std::string& text) {
  for (;;) {
    if (const auto at = seen_.find(text); at != std::string::npos) {
      seen_.erase(0, at + text.size());
      return true;
    }
    if (!read_more()) return false;
  }
}

std::string Terminal::before(const std::string& text) {
  while (seen_.find(text) == std::string::npos)
    if (!read_more()) return {};
  const std::string all = seen_.substr(0, seen_.find(text));
  seen_.erase(0, all.size() + text.size());
  return all;
}

bool Terminal::wait_until_read() {
  constexpr useconds_t kStep = 50'000;
  int waiting = 1;
  for (int i = 0; i < 100 && waiting > 0; ++i) {
    usleep(kStep);
    if (ioctl(line_, FIONREAD, &waiting) != 0) return false;
  }
  return true;
}

std::string Terminal::rest() {
  // The program's end is its own then: with it, what it writes ends.
  close(line_);
  line_ = -1;
  while (read_more()) {
  }
  return std::exchange(seen_, {});
}

int Terminal::status() {
  int status = 0;
  while (waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace laguz::bad_input
