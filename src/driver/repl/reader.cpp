#include "driver/repl/reader.hpp"

#include <cerrno>
#include <istream>
#include <ostream>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "driver/console.hpp"
#include "support/file_read.hpp"

namespace laguz::driver::repl {
namespace {

class StreamReader final : public Reader {
 public:
  StreamReader(std::istream& in, std::ostream& out) : in_(in), out_(out) {}

  Line read(const std::string& prompt) override {
    out_ << prompt << std::flush;
    Line line;
    if (!std::getline(in_, line.text)) return {Line::Kind::end};
    if (!line.text.empty() && line.text.back() == '\r') line.text.pop_back();
    return line;
  }
  void remember(const std::string&) override {}
  void complete_with(Completer) override {}

 private:
  std::istream& in_;
  std::ostream& out_;
};

class DescriptorReader final : public Reader {
 public:
  DescriptorReader(int descriptor, std::ostream& out) : descriptor_(descriptor), out_(out) {}

  Line read(const std::string& prompt) override {
    out_ << prompt << std::flush;
    bool too_long = false;
    for (std::size_t seen = 0;;) {
      const std::size_t end = ready_.find('\n', seen);
      if (end != std::string::npos || (ended_ && !ready_.empty()))
        return too_long ? refused(end) : Line{Line::Kind::text, taken(end)};
      if (ended_) return {Line::Kind::end};
      if (ready_.size() > support::kMostSource) {
        too_long = true;
        ready_.clear();
      }
      seen = ready_.size();
      if (!wait()) return {Line::Kind::interrupted};
    }
  }
  void remember(const std::string&) override {}
  void complete_with(Completer) override {}

 private:
  /// The line that ends at [end], or where the input does.
  std::string taken(std::size_t end) {
    std::string line = ready_.substr(0, end);
    ready_.erase(0, end == std::string::npos ? end : end + 1);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    return line;
  }
  Line refused(std::size_t end) {
    (void)taken(end);
    out_ << fmt::format("Error: a line has more than {} MB.\n", support::kMostSource >> 20);
    return {};
  }

  /// For more of the input; false: Ctrl-C comes instead.
  bool wait() {
    pollfd waiting[2] = {{descriptor_, POLLIN, 0}, {interrupt_descriptor(), POLLIN, 0}};
    if (poll(waiting, 2, -1) < 0) {
      ended_ = errno != EINTR;
      return true;
    }
    if (waiting[1].revents != 0 && drain_interrupts()) return false;
    if (waiting[0].revents == 0) return true;
    char piece[1 << 16];
    const ssize_t n = ::read(descriptor_, piece, sizeof piece);
    if (n > 0) ready_.append(piece, static_cast<std::size_t>(n));
    ended_ = n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN);
    return true;
  }

  int descriptor_;
  std::ostream& out_;
  std::string ready_;  ///< what has been read and not been taken
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<Reader> descriptor_reader(int descriptor, std::ostream& out) {
  return std::make_unique<DescriptorReader>(descriptor, out);
}

std::unique_ptr<Reader> stream_reader(std::istream& in, std::ostream& out) {
  return std::make_unique<StreamReader>(in, out);
}

}  // namespace laguz::driver::repl
