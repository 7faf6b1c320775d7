// Breakpoints: an evaluation that stops, and an inner prompt where the names in its scope are
// values. It is read by the thread that evaluates, on its stack.
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "driver/paint.hpp"
#include "driver/print_view.hpp"
#include "driver/repl/commands.hpp"
#include "engine/literal.hpp"
#include "support/printable.hpp"

namespace laguz::driver::repl {
namespace {

bool holds_function(const core::View& view) {
  if (view.kind == core::View::Kind::function) return true;
  for (const auto& part : view.parts)
    if (holds_function(part.second)) return true;
  for (const auto& constructor : view.constructors)
    for (const core::View& payload : constructor.second)
      if (holds_function(payload)) return true;
  return false;
}

/// Which is not negative.
std::optional<int> number_in(const std::string& text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || number < 0)
    return std::nullopt;
  return number;
}

}  // namespace

struct Repl::Stop {
  const core::View& names;
  std::span<const runtime::Value> values;
  std::span<const support::Span> places;
  bool over = false;   ///< the evaluation goes on, or
  bool ended = false;  ///< ends
  std::string next{};  ///< what is to be done then

  std::string place() const { return support::locate(places.front()); }
  /// The names where it has stopped.
  template <class Use>
  void each_name(const Use& use) const {
    each(names, values, [&](const std::string& name, const core::View& view, auto its) {
      if (!number_in(name)) use(name, view, its);
    });
  }
  /// Those where the call with that number stands; false if they are not known.
  template <class Use>
  bool each_name(std::size_t call, const Use& use) const {
    bool known = false;
    each(names, values, [&](const std::string& name, const core::View& view, auto its) {
      if (name != std::to_string(call)) return;
      known = !view.parts.empty();
      each(view, its, use);
    });
    return known;
  }

 private:
  template <class Use>
  static void each(const core::View& record, std::span<const runtime::Value> values,
                   const Use& use) {
    for (const auto& [name, view] : record.parts) {
      const std::size_t width = engine::width(view);
      use(name, view, values.first(width));
      values = values.subspan(width);
    }
  }
};

/// What the inner prompt has for itself, and what comes back behind it.
class Repl::Inner {
 public:
  Inner(Repl& repl, Stop& stop)
      : repl_(repl),
        aside_(repl.session_),
        catching_(repl.session_.governor()),
        scope_(repl.scope_),
        written_(repl.written_),
        it_is_written_(repl.it_is_written_),
        muted_(repl.muted_),
        last_let_(std::exchange(repl.last_let_, {})),
        pasted_(std::exchange(repl.pasted_, {})),
        under_way_(repl.under_way_) {
    repl.stop_ = &stop;
    ++repl.count_;
  }
  ~Inner() {
    repl_.stop_ = nullptr;
    --repl_.count_;  // (the input that goes on counts itself)
    repl_.scope_ = std::move(scope_);
    repl_.written_ = std::move(written_);
    repl_.it_is_written_ = it_is_written_;
    repl_.muted_ = muted_;
    repl_.last_let_ = std::move(last_let_);
    repl_.pasted_ = std::move(pasted_);
    repl_.session_.begin_anew();
    repl_.session_.call_it(repl_.under_way_ = std::move(under_way_));
    repl_.forget_told(catching_);
  }
  Inner(const Inner&) = delete;
  Inner& operator=(const Inner&) = delete;

  /// One input; false at the end.
  bool step() {
    repl_.forget_told(catching_);
    repl_.session_.begin_anew();
    return repl_.step();
  }

 private:
  Repl& repl_;
  const engine::Engine::Aside aside_;
  CatchInterrupts catching_;
  engine::Scope scope_;
  engine::SessionText written_;
  bool it_is_written_, muted_;
  std::string last_let_;
  std::deque<std::string> pasted_;
  std::string under_way_;
};

void Repl::stop_at(const core::Trace& trace, std::span<const runtime::Value> values,
                   std::span<const support::Span> places) {
  Stop stop{*trace.view, values, places};
  if (stop_ != nullptr || !stops_ || to_the_end_ || passed_.count(stop.place()) > 0) return;
  {
    Inner inner(*this, stop);
    show_stop();
    (void)guard([&] {
      stop.each_name([&](const std::string& name, const core::View& view, auto its) {
        if (name.front() != '_' && !holds_function(view))
          scope_ = session_.put(scope_, name, view, {its.begin(), its.end()});
      });
    });
    while (!stop.over && !stop.ended)
      if (!inner.step()) stop.over = to_the_end_ = true;
  }
  if (!stop.over) {
    if (!stop.next.empty()) next_ = stop.next;
    throw support::Interrupted();
  }
  line("Continuing...");
  out_.flush();
}

void Repl::show_stop() {
  line("Breakpoint at " + stop_->place() + ".");
  out_ << support::excerpt(stop_->places.front(), look_on(out_, settings_.colour));
  for (const support::Span call : stop_->places.subspan(1))
    line("Called at " + support::locate(call) + ".");
  stop_->each_name([&](const std::string& name, const core::View& view, auto its) {
    show_name(name, view, its);
  });
  if (!std::exchange(told_of_stops_, true))
    say("(An empty line goes on, Ctrl-D to the end; :help break tells more.)");
}

void Repl::show_name(const std::string& name, const core::View& view,
                     std::span<const runtime::Value> values) {
  constexpr std::int64_t kFew = 20;  // elements
  std::string text = fmt::format("  {} = ", name);
  const std::string indent(text.size(), ' ');
  for (const char c : print_view(view, values, runtime::Style::human,
                                 {.limit = kFew, .digits = settings_.digits})) {
    text += c;
    if (c == '\n') text += indent;
  }
  line(text);
}

void Repl::go_on_from_stop() {
  if (stop_ == nullptr)
    complain("Nothing has stopped: :break f does that, or #[break] before an expression.");
  else
    stop_->over = true;
}

bool Repl::end_stop(const std::string& next) {
  if (stop_ == nullptr) return false;
  stop_->ended = true;
  stop_->next = next;
  return true;
}

void Repl::show_call(std::size_t number) {
  const auto calls = stop_->places.subspan(1);
  if (number > calls.size())
    return complain(calls.empty()
                        ? "No call that led here is known."
                        : fmt::format("The calls that led here are 1 to {}.", calls.size()));
  line("Called at " + support::locate(calls[number - 1]) + ".");
  out_ << support::excerpt(calls[number - 1], look_on(out_, settings_.colour));
  const bool known = stop_->each_name(number, [&](const std::string& name, const core::View& view,
                                                  auto its) { show_name(name, view, its); });
  if (!known) say("(No names are known there.)");
}

Repl::SetStop Repl::set_stop(const std::string& text) {
  const auto set = [&]() -> engine::Breakpoint {
    const auto colon = text.rfind(':');
    const auto line = number_in(colon == std::string::npos ? text : text.substr(colon + 1));
    if (!line) return session_.break_in(scope_, text);
    if (colon != std::string::npos) return session_.break_at(text.substr(0, colon), *line);
    if (files_.empty())
      throw support::UserError(support::Phase::usage, {}, "No program has been loaded.");
    return session_.break_at(files_.front(), *line);
  };
  engine::Breakpoint breakpoint = set();
  std::string where = support::locate(breakpoint.place.at->span);
  return {text, std::move(where), std::move(breakpoint)};
}

void Repl::renew_stops() {
  for (SetStop& stop : set_stops_) {
    if (number_in(stop.asked.substr(stop.asked.rfind(':') + 1))) continue;
    const auto* def = session_.names().lookup(scope_, stop.asked);
    if (def != nullptr && def->id != stop.breakpoint.function && !def->params.empty())
      stop = set_stop(stop.asked);
  }
}

void Commands::breaks(Repl& repl, const std::string& text) {
  auto& stops = repl.set_stops_;
  if (text == "on" || text == "off") {
    repl.stops_ = text == "on";
    if (repl.stops_) repl.passed_.clear();
  } else if (!text.empty()) {
    Repl::SetStop set = repl.set_stop(text);
    repl.passed_.erase(set.where);
    std::erase_if(stops, [&](const Repl::SetStop& other) { return other.asked == text; });
    repl.line(fmt::format("Evaluations stop in {} at {}.", set.breakpoint.name, set.where));
    stops.push_back(std::move(set));
    if (repl.stop_ != nullptr) repl.say("(The one that has stopped goes on as it began.)");
    if (!repl.stops_) repl.say("(When :break on has been typed.)");
    return;
  }
  repl.say(repl.stops_ ? "Evaluations stop at #[break]." : "Nothing stops at #[break].");
  for (const Repl::SetStop& stop : stops)
    repl.line(fmt::format("{} in {} at {}.", repl.stops_ ? "And" : "Nor", stop.breakpoint.name,
                          stop.where));
  if (!repl.stops_) return;
  for (const std::string& place : repl.passed_) repl.line("Not at " + place + ".");
}

void Commands::go_on(Repl& repl, const std::string&) { repl.go_on_from_stop(); }

void Commands::unbreak(Repl& repl, const std::string& text) {
  auto& stops = repl.set_stops_;
  const auto found = std::find_if(stops.begin(), stops.end(),
                                  [&](const Repl::SetStop& one) { return one.asked == text; });
  if (found != stops.end()) {
    const Repl::SetStop set = std::move(*found);
    stops.erase(found);
    // (The same place may have been asked for in other words.)
    if (std::any_of(stops.begin(), stops.end(), [&](const Repl::SetStop& other) {
          return other.breakpoint.place.at == set.breakpoint.place.at;
        }))
      return;
    repl.session_.clear(set.breakpoint);
    // (The code of what has stopped is what it was.)
    if (repl.stop_ != nullptr) repl.passed_.insert(set.where);
    return;
  }
  if (!text.empty()) return repl.complain(fmt::format("No breakpoint has been set by {}.", text));
  if (repl.stop_ == nullptr)
    return repl.complain(
        "Nothing has stopped. (:unbreak f takes the breakpoint of f away; :break shows all.)");
  repl.go_on_from_stop();
  repl.passed_.insert(repl.stop_->place());
}

void Commands::frame(Repl& repl, const std::string& text) {
  const auto number = text.empty() ? std::optional(0) : number_in(text);
  if (repl.stop_ == nullptr)
    repl.complain("Nothing has stopped: :break f does that, or #[break] before an expression.");
  else if (!number)
    repl.complain("Usage: :frame [NUMBER]");
  else if (*number == 0)
    repl.show_stop();
  else
    repl.show_call(static_cast<std::size_t>(*number));
}

void Commands::abandon(Repl& repl, const std::string&) {
  if (!repl.end_stop({})) repl.complain("Nothing has stopped that could be ended.");
}

}  // namespace laguz::driver::repl
