// Breakpoints: an evaluation that stops, and an inner prompt where the names in its scope are
// values. It is read by the thread that evaluates, on its stack.
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

}  // namespace

struct Repl::Stop {
  const core::View& names;
  std::span<const runtime::Value> values;
  std::span<const support::Span> places;
  bool over = false;   ///< the evaluation goes on, or
  bool ended = false;  ///< ends
  std::string next{};  ///< what is to be done then

  std::string place() const { return support::locate(places.front()); }
  template <class Use>
  void each_name(const Use& use) const {
    auto rest = values;
    for (const auto& [name, view] : names.parts) {
      const std::size_t width = engine::width(view);
      use(name, view, rest.first(width));
      rest = rest.subspan(width);
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
    catching_.forget();
  }
  Inner(const Inner&) = delete;
  Inner& operator=(const Inner&) = delete;

  /// One input; false at the end.
  bool step() {
    catching_.forget();
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
  constexpr std::int64_t kFew = 20;  // elements
  line("Breakpoint at " + stop_->place() + ".");
  out_ << support::excerpt(stop_->places.front(), painter(settings_.colour));
  for (const support::Span call : stop_->places.subspan(1))
    line("Called at " + support::locate(call) + ".");
  stop_->each_name([&](const std::string& name, const core::View& view, auto its) {
    std::string text = fmt::format("  {} = ", name);
    const std::string indent(text.size(), ' ');
    for (const char c : print_view(view, its, runtime::Style::human,
                                   {.limit = kFew, .digits = settings_.digits})) {
      text += c;
      if (c == '\n') text += indent;
    }
    line(text);
  });
  if (!std::exchange(told_of_stops_, true))
    line("(An empty line goes on, Ctrl-D to the end; :help break tells more.)");
}

bool Repl::go_on_from_stop() {
  if (stop_ == nullptr)
    complain("Nothing has stopped: #[break] before an expression does that.");
  else
    stop_->over = true;
  return stop_ != nullptr;
}

bool Repl::end_stop(const std::string& next) {
  if (stop_ == nullptr) return false;
  stop_->ended = true;
  stop_->next = next;
  return true;
}

void Commands::breaks(Repl& repl, const std::string& text) {
  if (text == "on" || text == "off") {
    repl.stops_ = text == "on";
    if (repl.stops_) repl.passed_.clear();
  } else if (!text.empty()) {
    return repl.complain(
        "Usage: :break [on|off]\nHint: #[break] before an expression is where it "
        "stops.");
  }
  repl.line(repl.stops_ ? "Evaluations stop at #[break]." : "Nothing stops at #[break].");
  if (!repl.stops_) return;
  for (const std::string& place : repl.passed_) repl.line("Not at " + place + ".");
}

void Commands::go_on(Repl& repl, const std::string&) { (void)repl.go_on_from_stop(); }

void Commands::unbreak(Repl& repl, const std::string&) {
  if (repl.go_on_from_stop()) repl.passed_.insert(repl.stop_->place());
}

void Commands::frame(Repl& repl, const std::string&) {
  if (repl.stop_ == nullptr)
    repl.complain("Nothing has stopped: #[break] before an expression does that.");
  else
    repl.show_stop();
}

void Commands::abandon(Repl& repl, const std::string&) {
  if (!repl.end_stop({})) repl.complain("Nothing has stopped that could be ended.");
}

}  // namespace laguz::driver::repl
