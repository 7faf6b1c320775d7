#include "support/file_read.hpp"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

#include "support/descriptor.hpp"
#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::support {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void cannot_read(const std::string& name, const std::string& reason) {
  throw UserError(Phase::usage, {}, fmt::format("{}: cannot read the file ({}).", name, reason));
}
[[noreturn]] void cannot_read(const std::string& name, int error) {
  cannot_read(name, std::strerror(error));
}

[[noreturn]] void too_large(const std::string& name, const ReadLimits& limits) {
  constexpr std::size_t kMega = std::size_t{1} << 20;
  const std::string size = limits.most % kMega == 0 ? fmt::format("{} MB", limits.most / kMega)
                                                    : fmt::format("{} bytes", limits.most);
  UserError error(Phase::usage, {}, fmt::format("{}: the file has more than {}.", name, size));
  error.diagnostic().hint = limits.hint;
  throw error;
}

/// Why what is of this mode is not read, or nothing.
const char* unsuitable(mode_t mode, bool regular) {
  if (S_ISDIR(mode)) return std::strerror(EISDIR);
  if (regular && !S_ISREG(mode)) return "it is not a regular file";
  return nullptr;
}

void expect_readable(const std::string& name, const struct stat& found, const ReadLimits& limits) {
  if (const char* reason = unsuitable(found.st_mode, limits.regular)) cannot_read(name, reason);
  if (S_ISREG(found.st_mode) && static_cast<std::uintmax_t>(found.st_size) > limits.most)
    too_large(name, limits);
}

}  // namespace

std::string read_descriptor(int descriptor, const std::string& name, const ReadLimits& limits) {
  struct stat found {};
  if (fstat(descriptor, &found) != 0) cannot_read(name, errno);
  expect_readable(name, found, limits);
  constexpr std::size_t kPiece = 1 << 16;
  constexpr int kPatience = 20;        // milliseconds
  constexpr ssize_t kMostLine = 4095;  // of a terminal: what is longer comes in pieces
  std::string text;
  // One byte more than there should be shows the end without growing.
  if (S_ISREG(found.st_mode)) text.reserve(static_cast<std::size_t>(found.st_size) + 1);
  // A terminal gives a line at a time. Part of one is what stood before Ctrl-D: nobody should have
  // to type that twice.
  termios terminal{};
  const bool lines = tcgetattr(descriptor, &terminal) == 0 && (terminal.c_lflag & ICANON) != 0;
  for (;;) {
    support::poll();
    pollfd waiting{descriptor, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, kPatience);
    if (ready < 0 && errno != EINTR) cannot_read(name, errno);
    if (ready <= 0) continue;
    const std::size_t before = text.size();
    const std::size_t room = text.capacity() - before;
    text.resize(before + (room > 0 ? std::min(room, kPiece) : kPiece));
    const ssize_t n = ::read(descriptor, text.data() + before, text.size() - before);
    const int error = errno;
    text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (n == 0) return text;
    if (n < 0 && error != EINTR && error != EAGAIN) cannot_read(name, error);
    if (text.size() > limits.most) too_large(name, limits);
    if (lines && n > 0 && n < kMostLine && text.back() != '\n') return text;
  }
}

std::string read_file(const std::string& path, const ReadLimits& limits) {
  if (path.find('\0') != std::string::npos) cannot_read(path, "a path has no NUL in it");
  // To look before opening: to open a pipe or a device may do something.
  struct stat found {};
  if (stat(path.c_str(), &found) != 0) cannot_read(path, errno);
  expect_readable(path, found, limits);
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file.number() < 0) cannot_read(path, errno);
  return read_descriptor(file.number(), path, limits);
}

std::optional<std::string> read_import(const std::string& path, const std::string& root,
                                       std::size_t most) {
  if (path.find('\0') != std::string::npos) cannot_read(path, "a path has no NUL in it");
  std::error_code error;
  const fs::path real = fs::canonical(path, error);
  if (error == std::errc::no_such_file_or_directory) return std::nullopt;
  if (error) cannot_read(path, error.value());
  if (real.extension() != ".fut")
    cannot_read(path, fmt::format("it is {}, no .fut file", real.string()));
  if (!root.empty()) {
    const fs::path folder = fs::canonical(root, error);
    if (error) cannot_read(root, error.value());
    const auto apart = std::mismatch(folder.begin(), folder.end(), real.begin(), real.end());
    if (apart.first != folder.end()) cannot_read(path, fmt::format("it is outside of {}", root));
  }
  try {
    return read_file(real.string(), {.most = most, .regular = true});
  } catch (UserError& failed) {
    // Messages have the name that was written.
    auto& message = failed.diagnostic().message;
    if (message.rfind(real.string(), 0) == 0) message.replace(0, real.string().size(), path);
    throw;
  }
}

}  // namespace laguz::support
