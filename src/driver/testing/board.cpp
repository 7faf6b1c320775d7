#include "driver/testing/board.hpp"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/console.hpp"
#include "driver/output.hpp"
#include "support/printable.hpp"

namespace laguz::driver::testing {
namespace {

using Status = Outcome::Status;

std::string indented(const std::string& text, const char* by) {
  std::string out = by;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n' && i + 1 == text.size()) break;
    out += text[i];
    if (text[i] == '\n') out += by;
  }
  return out;
}

constexpr int kDrawn = 4;   ///< lines of the live table
constexpr int kWidth = 32;  ///< columns of it
constexpr std::string_view kErase = "\r\x1b[4A\x1b[J";
constexpr auto kSilence = std::chrono::seconds(60);  ///< between lines where no terminal is

}  // namespace

Board::Board(std::size_t files, bool live, bool verbose)
    : files_(files),
      live_(live && columns_of(STDOUT_FILENO).value_or(kWidth) > kWidth),
      verbose_(verbose),
      told_(std::chrono::steady_clock::now()) {
  if (live_)
    draw();
  else
    tell();
}

void Board::begin(const std::string& path) {
  std::lock_guard lock(mutex_);
  under_way_.insert(path);
  if (!live_) return;
  erase();
  draw();
}

void Board::add(const Report& report) {
  std::lock_guard lock(mutex_);
  ++done_;
  if (auto at = under_way_.find(report.path); at != under_way_.end()) under_way_.erase(at);
  times_.emplace_back(report.seconds, report.path);
  bool bad = !report.trouble.empty();
  bool all_skipped = !report.outcomes.empty();
  // What befell the process is a case of its own, as it is in the reports.
  if (bad) cases_[static_cast<int>(Status::failed)]++;
  for (const auto& outcome : report.outcomes) {
    if (outcome.status == Status::failed) bad = true;
    if (outcome.status != Status::skipped) all_skipped = false;
    cases_[static_cast<int>(outcome.status)]++;
  }
  if (bad)
    ++failed_;
  else if (all_skipped)
    ++excluded_;
  erase();
  const bool has_changed = std::any_of(
      report.outcomes.begin(), report.outcomes.end(),
      [](const Outcome& one) { return one.status == Status::passed && !one.detail.empty(); });
  if (bad || verbose_ || has_changed) print(report);
  if (live_) {
    draw();
  } else if (std::chrono::steady_clock::now() - told_ > kSilence) {
    tell();
  }
}

int Board::finish() {
  erase();
  if (verbose_ && times_.size() > 1) {
    std::sort(times_.rbegin(), times_.rend());
    say("Slowest:\n");
    constexpr std::size_t kShown = 10;
    for (std::size_t i = 0; i < std::min(kShown, times_.size()); ++i)
      say("  {:8.2f} s  {}\n", times_[i].first, support::printable_line(times_[i].second));
  }
  say("{} case{} passed, {} failed, {} skipped.\n", cases_[0], cases_[0] == 1 ? "" : "s", cases_[1],
      cases_[2]);
  if (excluded_ > 0) say("{} program(s) excluded.\n", excluded_);
  const std::size_t total = files_ - excluded_;
  say("{}/{} passed.\n", total - failed_, total);
  if (lost_) throw support::UserError(*lost_);
  return failed_ == 0 ? 0 : 1;
}

template <class... Args>
void Board::say(fmt::format_string<Args...> format, Args&&... args) {
  if (!is_ending()) write(fmt::format(format, std::forward<Args>(args)...));
}

void Board::write(std::string_view text) {
  if (lost_) return;
  try {
    put(text);
  } catch (const support::UserError& error) {
    lost_ = error;
  }
}

void Board::print(const Report& report) {
  say("{}:\n", support::printable_line(report.path));
  if (!report.trouble.empty()) say("{}\n", indented(support::printable(report.trouble), "  "));
  for (const auto& outcome : report.outcomes) {
    if (outcome.status == Status::failed)
      say("  {}:\n{}\n", support::printable_line(outcome.where),
          indented(support::printable(outcome.detail), "    "));
    else if (outcome.status == Status::passed && !outcome.detail.empty())
      say("  {}: {}\n", support::printable_line(outcome.where), support::printable(outcome.detail));
    else if (verbose_)
      say("  {}: {}{}\n", support::printable_line(outcome.where),
          outcome.status == Status::passed ? "passed" : "skipped, ", outcome.detail);
  }
}

void Board::draw() {
  std::string now;
  for (const auto& path : under_way_)
    now += (now.empty() ? "" : ", ") + support::printable_line(path);
  // Each of its lines is one of the terminal's.
  constexpr int kMost = 75, kBefore = 7;  // columns
  const int width =
      std::max(0, std::min(columns_of(STDOUT_FILENO).value_or(kMost), kMost) - kBefore);
  if (support::display_width(now) > width) {
    while (support::display_width(now) > width) now.erase(0, support::character_bytes(now));
    now = "…" + now;
  }
  const HoldInterrupt hold;
  if (is_ending()) return;
  write(
      fmt::format("          passed  failed   to go\n"
                  "files   {:8}{:8}{:8}\n"
                  "cases   {:8}{:8}\n"
                  "now: {}\n",
                  done_ - failed_, failed_, files_ - done_, cases_[0], cases_[1], now));
  drawn_ = kDrawn;
  set_terminal_restorer([] { write_behind_interrupt(STDOUT_FILENO, kErase); });
}

void Board::erase() {
  if (drawn_ == 0) return;
  const HoldInterrupt hold;
  if (is_ending()) return;  // which erases it
  write(kErase);
  set_terminal_restorer(nullptr);
  drawn_ = 0;
}

void Board::tell() {
  say("{} failed, {} passed, {} to go.\n", failed_, done_ - failed_, files_ - done_);
  told_ = std::chrono::steady_clock::now();
}

}  // namespace laguz::driver::testing
