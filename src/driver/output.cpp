#include "driver/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <stdio_ext.h>
#include <unistd.h>

#include "support/diagnostic.hpp"

namespace laguz::driver {
namespace {

/// Has whoever read our output gone?
bool reader_gone() {
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  return poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0;
}

}  // namespace

void put(std::string_view text) {
  std::cout.flush();  // so that a line of progress goes, which waits for that
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return;
  const int error = errno;
  if (error == EPIPE) return;
  // It is told here; what waits to be written would only fail again.
  __fpurge(stdout);
  std::clearerr(stdout);
  throw support::UserError(support::Phase::usage, {},
                           fmt::format("standard output: {}.", std::strerror(error)));
}

void flush_at_once() {
  if (ftrylockfile(stdout) != 0) return;
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  if (poll(&out, 1, 0) == 1 && (out.revents & POLLOUT) != 0) std::fflush(stdout);
  funlockfile(stdout);
}

int finish_output(int status) {
  errno = 0;
  std::cout.flush();
  const bool flushed = std::fflush(stdout) == 0;
  const int error = errno;
  std::cerr.flush();
  if (flushed && std::ferror(stdout) == 0 && !std::cout.fail()) return status;
  if (error != EPIPE && !reader_gone())
    std::cerr << fmt::format("laguz: standard output: {}.\n",
                             flushed ? "some of it could not be written" : std::strerror(error));
  return status == 0 ? 1 : status;
}

void hold_standard_descriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(descriptor, F_GETFD) < 0 && errno == EBADF)
      // The lowest free number is this one; to read or write there fails, as it would have.
      (void)open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace laguz::driver
