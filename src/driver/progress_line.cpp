#include "driver/progress_line.hpp"

#include <iostream>
#include <streambuf>

#include <fmt/format.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "driver/console.hpp"
#include "engine/places.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

constexpr auto kPatience = std::chrono::seconds(2);
constexpr auto kInterval = std::chrono::milliseconds(250);

/// Writes [text] if the terminal takes it at once: one that has been stopped (Ctrl-S) would keep
/// us, and Ctrl-C would be heard by nobody.
bool write_at_once(std::string_view text) {
  pollfd terminal{STDERR_FILENO, POLLOUT, 0};
  return poll(&terminal, 1, 0) == 1 && (terminal.revents & POLLOUT) != 0 &&
         write(STDERR_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

constexpr std::string_view kErase = "\r\x1b[K";
/// Safe in a signal handler.
void erase() { (void)!write(STDERR_FILENO, kErase.data(), kErase.size()); }
void erase_on_interrupt() { write_behind_interrupt(STDERR_FILENO, kErase); }

std::size_t columns() {
  constexpr std::size_t kUsual = 80;
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return kUsual;
  return size.ws_col;
}

/// [text] in [most] columns, with dots if it is less; empty when it would be little.
std::string fitted(const std::string& text, std::size_t most) {
  constexpr std::size_t kLeast = 8;
  if (support::display_width(text) <= static_cast<int>(most)) return text;
  return most < kLeast ? "" : support::first_columns(text, most - 3) + "...";
}

bool is_long_work(support::Work work) {
  switch (work) {
    case support::Work::checking:
    case support::Work::lowering:
    case support::Work::deriving:
    case support::Work::optimising:
    case support::Work::evaluating:
    case support::Work::explaining: return true;
    case support::Work::nothing:
    case support::Work::reading:
    case support::Work::printing:
    case support::Work::testing: break;
  }
  return false;
}

/// 1234567 as "1,234,567".
std::string with_commas(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

/// How much of a line there is for where it is.
enum class Room : std::uint8_t { much, little, less, least };

/// 1234567 as "1,234,567", or as "1.23M".
std::string count_text(std::uint64_t number, Room room) {
  constexpr std::uint64_t kLong = 100'000;
  if (room == Room::much || number < kLong) return with_commas(number);
  auto rest = static_cast<double>(number);
  std::string_view unit = "kMGTPE";
  for (rest /= 1e3; rest >= 999.5 && unit.size() > 1; rest /= 1e3) unit.remove_prefix(1);
  return fmt::format("{:.{}f}{}", rest, rest < 9.995 ? 2 : rest < 99.95 ? 1 : 0, unit[0]);
}

/// What it is at, the iteration or the calls that are under way, and a comma.
std::string where_it_is(const support::Progress::Report& report, Room room) {
  std::string text;
  const auto add = [&](const std::string& part) { text += part + ", "; };
  // Folders would take the room of the rest.
  const std::string_view place = report.place;
  if (!place.empty() && room != Room::least)
    add(support::printable_line(place.substr(place.rfind('/') + 1)));
  if (report.work != support::Work::evaluating) add(support::name(report.work));
  if (report.turn) {
    const std::uint64_t turn = *report.turn + 1;
    add((room < Room::less ? "iteration " : "") +
        count_text(report.all ? std::min(turn, *report.all) : turn, room) +
        (report.all ? " of " + count_text(*report.all, room) : ""));
  }
  if (report.calls) {
    add(count_text(*report.calls, room) + (*report.calls == 1 ? " call" : " calls"));
    add("depth " + count_text(*report.depth, room));
  }
  return text;
}

std::string memory_text(std::size_t bytes) {
  const auto b = static_cast<double>(bytes);
  return b < 1e9 ? fmt::format("{:.0f} MB", b / 1e6) : fmt::format("{:.1f} GB", b / 1e9);
}

}  // namespace

/// Before anything is written to a stream, the line goes.
class ProgressLine::Watched final : public std::streambuf {
 public:
  Watched(std::ostream& stream, int descriptor, ProgressLine& line)
      : stream_(stream),
        inner_(stream.rdbuf(this)),
        is_terminal_(isatty(descriptor) != 0),
        line_(line) {}
  ~Watched() override { stream_.rdbuf(inner_); }

 private:
  int overflow(int character) override {
    if (character == traits_type::eof()) return traits_type::not_eof(character);
    see(static_cast<char>(character));
    return inner_->sputc(static_cast<char>(character));
  }
  std::streamsize xsputn(const char* text, std::streamsize n) override {
    if (n > 0) see(text[n - 1]);
    return inner_->sputn(text, n);
  }
  int sync() override {
    line_.hide();
    return inner_->pubsync();
  }
  void see(char last) {
    line_.hide();
    if (!is_terminal_) return;
    const std::lock_guard lock(line_.mutex_);
    line_.at_line_start_ = last == '\n';
  }

  std::ostream& stream_;
  std::streambuf* inner_;
  bool is_terminal_;
  ProgressLine& line_;
};

ProgressLine::ProgressLine(const support::Account& account)
    : account_(account),
      progress_(engine::is_written),
      out_(std::make_unique<Watched>(std::cout, STDOUT_FILENO, *this)),
      err_(std::make_unique<Watched>(std::cerr, STDERR_FILENO, *this)) {}

ProgressLine::~ProgressLine() { hide(); }

bool ProgressLine::is_possible() { return is_live_terminal(STDERR_FILENO); }

void ProgressLine::begin() {
  hide();
  const std::lock_guard lock(mutex_);
  what_.clear();
  begun_ = Clock::now();
  next_ = begun_ + kPatience - kInterval;
}

void ProgressLine::call_it(const std::string& what) {
  const std::lock_guard lock(mutex_);
  constexpr std::size_t kMost = 256;
  what_ = support::printable_line(std::string_view(what).substr(0, kMost));
}

void ProgressLine::tick() try {
  const Clock::time_point now = Clock::now();
  const std::lock_guard lock(mutex_);
  if (now < next_) return;
  next_ = now + kInterval;
  if (const auto report = progress_.report(); report && is_long_work(report->work))
    show(text(*report, now));
  else if (is_shown_)
    show({});
  progress_.ask();
} catch (const std::bad_alloc&) {
}

std::string ProgressLine::text(const support::Progress::Report& report,
                               Clock::time_point now) const {
  // Terminals show Ctrl-C behind it as ^C; on the next line nobody would take that away.
  constexpr std::size_t kInterrupt = 2;
  const std::size_t most = columns() - std::min(columns(), kInterrupt + 1);
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now - begun_).count();
  const std::string used = memory_text(account_.used());
  std::string text;
  for (const Room room : {Room::much, Room::little, Room::less, Room::least}) {
    text = where_it_is(report, room) + used + fmt::format(", {} s", seconds);
    if (support::display_width(text) <= static_cast<int>(most)) break;
  }
  // Of a long expression, what there is room for.
  const std::size_t taken = static_cast<std::size_t>(support::display_width(text)) + 2;
  const std::string what = taken < most ? fitted(what_, most - taken) : "";
  return support::first_columns(what.empty() ? text : what + ", " + text, most);
}

void ProgressLine::show(const std::string& text) {
  if (!at_line_start_) return;
  // Before it is there, Ctrl-C knows that it goes.
  if (!text.empty()) set_terminal_restorer(erase_on_interrupt);
  if (write_at_once("\r" + text + "\x1b[K")) is_shown_ = !text.empty();
  if (!is_shown_) set_terminal_restorer(nullptr);
}

void ProgressLine::hide() {
  const std::lock_guard lock(mutex_);
  progress_.forget();
  if (!std::exchange(is_shown_, false)) return;
  erase();
  set_terminal_restorer(nullptr);
}

}  // namespace laguz::driver
