#include "terminal.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace laguz::fuzz {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr std::size_t kMostKept = 1 << 16;

std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> out;
  for (auto& word : words) out.push_back(word.data());
  out.push_back(nullptr);
  return out;
}

}  // namespace

Terminal::Terminal(const std::vector<std::string>& words,
                   const std::vector<std::string>& environment) {
  // Made before the fork: the child only calls what is safe then.
  std::vector<std::string> own_words = words, own_environment = environment;
  const auto argv = pointers(own_words), envp = pointers(own_environment);
  winsize size{24, 80, 0, 0};
  child_ = forkpty(&descriptor_, nullptr, nullptr, &size);
  if (child_ < 0) throw std::runtime_error("no terminal");
  if (child_ == 0) {
    execve(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  fcntl(descriptor_, F_SETFL, O_NONBLOCK);
  fcntl(descriptor_, F_SETFD, FD_CLOEXEC);
}

Terminal::~Terminal() {
  if (!status()) {
    kill(child_, SIGKILL);
    int ignored = 0;
    waitpid(child_, &ignored, 0);
  }
  close(descriptor_);
}

bool Terminal::take(milliseconds time) {
  pollfd waiting{descriptor_, POLLIN, 0};
  if (poll(&waiting, 1, static_cast<int>(time.count())) <= 0) return true;
  char buffer[4096];
  const ssize_t n = read(descriptor_, buffer, sizeof buffer);
  if (n <= 0) return n < 0 && (errno == EAGAIN || errno == EINTR);
  printed_.append(buffer, static_cast<std::size_t>(n));
  if (printed_.size() > 2 * kMostKept) printed_.erase(0, printed_.size() - kMostKept);
  return true;
}

void Terminal::type(std::string_view keys) {
  // A terminal takes only so much that nobody reads; then a person's keys are lost, and so are
  // ours.
  constexpr int kPatience = 50;
  int refused = 0;
  while (!keys.empty() && refused < kPatience) {
    const ssize_t n = write(descriptor_, keys.data(), std::min<std::size_t>(keys.size(), 512));
    if (n > 0)
      keys.remove_prefix(static_cast<std::size_t>(n));
    else
      ++refused;
    if (!take(milliseconds(n > 0 ? 0 : 10))) return;
  }
}

void Terminal::resize(int rows, int columns) {
  winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0, 0};
  (void)ioctl(descriptor_, TIOCSWINSZ, &size);
}

void Terminal::listen(milliseconds time) {
  const auto end = Clock::now() + time;
  while (Clock::now() < end)
    if (!take(std::chrono::ceil<milliseconds>(end - Clock::now()))) return;
}

bool Terminal::wait_for(std::string_view text, std::chrono::seconds most) {
  const auto end = Clock::now() + most;
  while (printed_.find(text) == std::string::npos) {
    if (Clock::now() > end) return false;
    if (!take(milliseconds(100))) return printed_.find(text) != std::string::npos;
  }
  return true;
}

bool Terminal::wait_for_end(std::chrono::seconds most) {
  const auto end = Clock::now() + most;
  while (!status() && Clock::now() < end)
    if (!take(milliseconds(20))) usleep(1000);
  return status().has_value();
}

std::optional<int> Terminal::status() {
  int status = 0;
  if (!status_ && waitpid(child_, &status, WNOHANG) == child_) status_ = status;
  return status_;
}

}  // namespace laguz::fuzz
