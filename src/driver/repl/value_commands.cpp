// What is computed, and how.
#include <algorithm>
#include <ostream>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/bench/measure.hpp"
#include "driver/gradcheck.hpp"
#include "driver/plot/figure.hpp"
#include "driver/profile.hpp"
#include "driver/repl/commands.hpp"
#include "driver/statistics.hpp"
#include "engine/numbers_of.hpp"
#include "support/file_write.hpp"
#include "support/printable.hpp"

namespace laguz::driver::repl {
namespace {

/// A setting that is another until this ends.
template <class T>
class Meanwhile {
 public:
  Meanwhile(T& setting, T other)
      : setting_(setting), before_(std::exchange(setting, std::move(other))) {}
  ~Meanwhile() { setting_ = std::move(before_); }
  Meanwhile(const Meanwhile&) = delete;
  Meanwhile& operator=(const Meanwhile&) = delete;

 private:
  T& setting_;
  T before_;
};

constexpr const char* kGraphArguments = "[--open] [--tree|--text|--dot|--json] EXPRESSION";

auto without_traces(Session& session) {
  auto& on_trace = session.options().eval.on_trace;
  return Meanwhile(on_trace, std::decay_t<decltype(on_trace)>{});
}

/// Takes the first word off [text], and the blanks behind it.
std::string word_of(std::string& text) {
  const auto end = std::min(text.find(' '), text.size());
  std::string word = text.substr(0, end);
  text = text.substr(std::min(text.find_first_not_of(' ', end), text.size()));
  return word;
}
/// The same, if it is an option.
std::optional<std::string> option_of(std::string& text) {
  return text.rfind("--", 0) == 0 ? std::optional(word_of(text)) : std::nullopt;
}

}  // namespace

void Commands::unrecognised(Repl& repl, const std::string& asked, const char* usage) {
  repl.complain(fmt::format("Unrecognised argument: {}\nHint: :{}", asked, usage));
}

std::optional<bool> Commands::core_wanted(Repl& repl, std::string& text, const char* usage) {
  bool core = false;
  while (const auto asked = option_of(text)) {
    if (asked != "--core") return unrecognised(repl, *asked, usage), std::nullopt;
    core = true;
  }
  return wanted(repl, text, usage) ? std::optional(core) : std::nullopt;
}

void Commands::core(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "core EXPRESSION")) return;
  const auto entry = repl.session_.prepare(*definition(repl, text));
  repl.out_ << support::printable(repl.session_.core_text(entry));
}

void Commands::graph(Repl& repl, const std::string& text) {
  engine::GraphStyle style;
  std::string of = text;
  while (const auto asked = option_of(of)) {
    if (asked == "--tree")
      style.tree = true;
    else if (asked == "--open")
      style.open = true;
    else if (asked == "--text" || asked == "--dot" || asked == "--json")
      style.format = asked->substr(2);
    else
      return unrecognised(repl, *asked, fmt::format("graph {}", kGraphArguments).c_str());
  }
  if (!wanted(repl, of, fmt::format("graph {}", kGraphArguments).c_str())) return;
  repl.out_ << support::printable(repl.session_.graph_text(*definition(repl, of), style, {}));
}

void Commands::derivative(Repl& repl, engine::Derivative::Kind kind, const std::string& text) {
  if (!wanted(repl, text, engine::usage(kind))) return;
  const auto found = repl.session_.derivative(repl.scope_, kind, repl.source_name(), text);
  for (const std::string& note : found.notes) repl.say(note);
  const auto untraced = without_traces(repl.session_);  // what runs again has been traced before
  repl.show_value(repl.session_.find(found.scope, "it"), found.scope, repl.settings_.timing);
  repl.it_is_written_ = false;
}

void Commands::grad(Repl& repl, const std::string& text) {
  derivative(repl, engine::Derivative::Kind::gradient, text);
}
void Commands::hessian(Repl& repl, const std::string& text) {
  derivative(repl, engine::Derivative::Kind::hessian, text);
}
void Commands::vjp(Repl& repl, const std::string& text) {
  derivative(repl, engine::Derivative::Kind::vjp, text);
}
void Commands::jvp(Repl& repl, const std::string& text) {
  derivative(repl, engine::Derivative::Kind::jvp, text);
}

void Commands::gradcheck(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "gradcheck FUNCTION ARGUMENTS")) return;
  repl.out_ << gradient_check_text(
      repl.session_.check_gradient(repl.scope_, repl.source_name(), text, {}));
}

void Commands::nan(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "nan EXPRESSION")) return;
  const auto entry = prepared(repl, text);
  const auto values = repl.session_.call_watched(entry, {});
  (void)repl.session_.call_watched(entry, {}, core::Watched::infinity);
  repl.say(engine::has_nan(values) ? "No operation makes a NaN: it has come in, or infinities "
                                     "cancel in a sum of cotangents."
                                   : "Nothing in it is NaN, and nothing becomes infinite.");
}

void Commands::where(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "where EXPRESSION")) return;
  constexpr std::size_t kMost = 30;
  const auto origins = repl.session_.origins(repl.scope_, repl.source_name(), text);
  const std::size_t first = origins.size() > kMost ? origins.size() - kMost : 0;
  if (first > 0) repl.line(fmt::format("  ... ({} before these)", first));
  for (std::size_t i = first; i < origins.size(); ++i) {
    const engine::Origin& one = origins[i];
    repl.line(one.place.empty() ? fmt::format("  {} (its past is forgotten)", one.text)
                                : fmt::format("  {} {}", one.place, one.text));
  }
}

void Commands::detach(Repl& repl, const std::string& name) {
  if (wanted(repl, name, "detach NAME")) repl.session_.detach(repl.scope_, name);
}

void Commands::time(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "time EXPRESSION")) return;
  const auto input = repl.session_.parse(repl.source_name(), text);
  if (input.expression == nullptr) {
    repl.complain("Usage: :time EXPRESSION");
    return;
  }
  const Meanwhile computed(repl.session_.options().memo, false);
  repl.show_value(input, true);
}

void Commands::bench(Repl& repl, const std::string& text) {
  if (!wanted(repl, text, "bench EXPRESSION")) return;
  const auto entry = prepared(repl, text);
  const auto untraced = without_traces(repl.session_);
  bench::Plan plan;
  plan.most_seconds = 10;
  const auto runs = bench::measure(plan, [&] {
    repl.session_.forget(entry);
    (void)repl.session_.call(entry, {});
  });
  repl.line(bench::summary(runs));
}

void Commands::profile(Repl& repl, const std::string& text) {
  std::string of = text;
  const auto core = core_wanted(repl, of, "profile [--core] EXPRESSION");
  if (!core) return;
  const auto def = repl.expression(of);
  if (engine::is_function(*def)) {
    repl.line("It is a function: a call of it takes time.");
    return;
  }
  engine::ProfileOptions options;
  options.core = *core;
  repl.out_ << profile_text(
      of, engine::profile(repl.session_, repl.session_.prepare(*def), {}, options));
}

void Commands::stats(Repl& repl, const std::string& text) {
  std::string of = text;
  const auto core = core_wanted(repl, of, "stats [--core] EXPRESSION");
  if (!core) return;
  const auto def = repl.expression(of);
  if (engine::is_function(*def)) {
    repl.line("It is a function: a call of it has numbers.");
    return;
  }
  engine::StatisticsOptions options;
  options.core = *core;
  repl.out_ << statistics_text(of, repl.session_.statistics(*def, options));
}

void Commands::plot(Repl& repl, const std::string& text) {
  constexpr const char* kUsage =
      "plot [--lines|--points|--histogram] [--svg FILE|--png FILE] EXPRESSION";
  plot::Kind kind = plot::Kind::automatic;
  std::string file, of = text;
  std::string (*write)(const plot::Figure& figure) = nullptr;
  while (const auto asked = option_of(of)) {
    if (asked == "--svg" || asked == "--png") {
      write = asked == "--svg" ? plot::svg_of : plot::png_of;
      file = word_of(of);
    } else if (asked == "--lines")
      kind = plot::Kind::lines;
    else if (asked == "--points")
      kind = plot::Kind::points;
    else if (asked == "--histogram")
      kind = plot::Kind::histogram;
    else
      return unrecognised(repl, *asked, kUsage);
  }
  if (!wanted(repl, of, kUsage)) return;
  const auto def = repl.expression(of);
  if (engine::is_function(*def)) return repl.complain("It is a function: a call of it has values.");
  const auto [entry, values] = repl.session_.value(*def);
  const plot::Figure figure = plot::figure_of(kind, entry.result, values);
  if (write != nullptr) {
    support::write_file(file, write(figure));
    return;
  }
  constexpr int kUsual = 80;  // columns
  repl.out_ << plot::text_of(figure, columns_of(STDOUT_FILENO).value_or(kUsual));
}

engine::DefPtr Commands::definition(Repl& repl, const std::string& text) {
  const auto* def = repl.session_.names().lookup(repl.scope_, text);
  if (def == nullptr) return repl.expression(text);
  if (!engine::is_general(*def)) return {repl.scope_, def};
  const auto input = repl.session_.parse(repl.source_name(), text);
  const auto scope = repl.session_.bind(repl.scope_, text, input);
  return {scope, &repl.session_.find(scope, text)};
}

engine::EntryPoint Commands::prepared(Repl& repl, const std::string& text) {
  return repl.session_.prepare(*repl.expression(text));
}

}  // namespace laguz::driver::repl
