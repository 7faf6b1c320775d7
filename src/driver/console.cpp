#include "driver/console.hpp"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string_view>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace laguz::driver {
namespace {

// A signal handler reaches nothing but what is global.
std::atomic<support::Governor*> the_governor{nullptr};
std::atomic<void (*)()> restore_terminal{nullptr};
std::atomic<bool> ending{false};
std::atomic<int> holds{0};  ///< `HoldInterrupt`s that live
int wake_pipe[2] = {-1, -1};

/// Waits for those that hold it, which are other threads; not for one that the terminal stops.
void wait_for_holds() {
  constexpr timespec kStep{0, 1'000'000};
  constexpr int kMost = 200;
  for (int i = 0; i < kMost && holds > 0; ++i) nanosleep(&kStep, nullptr);
}

void on_interrupt(int) {
  const int saved = errno;
  auto* governor = the_governor.load();
  if (governor == nullptr) {
    ending = true;
    wait_for_holds();
    if (auto* restore = restore_terminal.load()) restore();
    constexpr std::string_view kMessage = "Interrupted\n";
    (void)!write(STDERR_FILENO, kMessage.data(), kMessage.size());
    _exit(130);
  }
  governor->interrupt();
  const char byte = 0;
  (void)!write(wake_pipe[1], &byte, 1);
  errno = saved;
}

}  // namespace

std::optional<int> columns_of(int descriptor) {
  winsize size{};
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return size.ws_col;
}

bool use_colour(Colour option, int descriptor) {
  switch (option) {
    case Colour::always: return true;
    case Colour::never: return false;
    case Colour::automatic: break;
  }
  const char* no_colour = std::getenv("NO_COLOR");
  if (no_colour != nullptr && *no_colour != '\0') return false;
  return is_live_terminal(descriptor);
}

bool is_live_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  if (term != nullptr && std::strcmp(term, "dumb") == 0) return false;
  return isatty(descriptor) != 0;
}

void install_signals() {
  if (wake_pipe[0] < 0) (void)!pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of writing, too
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(SIGINT, &action, nullptr);
}

CatchInterrupts::CatchInterrupts(support::Governor& governor)
    : governor_(governor), before_(the_governor.exchange(&governor)) {}
CatchInterrupts::~CatchInterrupts() { the_governor = before_; }
void CatchInterrupts::forget() {
  // (A press between the two is still in the pipe, or else seen by nobody: not half.)
  drain_interrupts();
  governor_.forget_interrupt();
}

HoldInterrupt::HoldInterrupt() {
  sigset_t interrupt;
  sigemptyset(&interrupt);
  sigaddset(&interrupt, SIGINT);
  pthread_sigmask(SIG_BLOCK, &interrupt, &before_);
  ++holds;
}
HoldInterrupt::~HoldInterrupt() {
  --holds;
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

int interrupt_descriptor() { return wake_pipe[0]; }

bool drain_interrupts() {
  char bytes[16];
  bool any = false;
  while (read(wake_pipe[0], bytes, sizeof bytes) > 0) any = true;
  return any;
}

void set_terminal_restorer(void (*restore)()) { restore_terminal = restore; }

bool is_ending() { return ending; }

void write_behind_interrupt(int descriptor, std::string_view text) {
  // Just after it has sent the signal, the terminal throws away what it has not shown yet.
  const timespec moment{0, 10'000'000};
  nanosleep(&moment, nullptr);
  (void)!write(descriptor, text.data(), text.size());
}

}  // namespace laguz::driver
