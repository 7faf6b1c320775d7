// What is computed, and how.
#include <limits>
#include <ostream>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/bench/measure.hpp"
#include "driver/core_text.hpp"
#include "driver/gradcheck.hpp"
#include "driver/options.hpp"
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

auto without_traces(Session& session) {
  auto& on_trace = session.options().eval.on_trace;
  return Meanwhile(on_trace, std::decay_t<decltype(on_trace)>{});
}

}  // namespace

bool Commands::wanted(Repl& repl, const CommandOptions& options, std::string& text,
                      const char* usage) {
  const std::string wrong = options.take(text);
  if (!wrong.empty()) repl.complain(fmt::format("{}\nHint: :{}", wrong, usage));
  return wrong.empty() && wanted(repl, text, usage);
}

void Commands::core(Repl& repl, const std::string& text) {
  std::string stage = kUsualStage, of = text;
  CommandOptions options;
  options.one_of("--stage", {kCoreStages.begin(), kCoreStages.end()}, stage);
  const std::string usage =
      fmt::format("core [--stage {}] EXPRESSION", fmt::join(kCoreStages, "|"));
  if (!wanted(repl, options, of, usage.c_str())) return;
  repl.out_ << support::printable(core_text(repl.session_, *definition(repl, of), stage));
}

void Commands::graph(Repl& repl, const std::string& text) {
  engine::GraphStyle style;
  bool dot = false, json = false;
  std::string of = text;
  CommandOptions options;
  options.flag("--tree", style.tree).flag("--open", style.open).flag("--dot", dot);
  options.flag("--json", json);
  if (!wanted(repl, options, of, "graph [--open] [--tree|--dot|--json] EXPRESSION")) return;
  if (dot) style.format = "dot";
  if (json) style.format = "json";
  repl.out_ << support::printable(repl.session_.graph_text(*definition(repl, of), style, {}));
}

void Commands::derivative(Repl& repl, engine::Derivative::Kind kind, const std::string& text) {
  if (!wanted(repl, text, engine::usage(kind))) return;
  const auto found = repl.session_.derivative(repl.scope_, kind, repl.source_name(), text);
  for (const std::string& note : found.notes) repl.say(note);
  if (repl.session_.names().remarks().by_integers) repl.say_by_integers();
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
  engine::GradientCheckOptions check;
  std::string of = text;
  CommandOptions options;
  options.count("--samples", check.samples, 1, kMostSamples);
  options.number("--tolerance", check.tolerance, 1);
  options.count("--seed", check.seed, 0, std::numeric_limits<std::int64_t>::max());
  if (!wanted(repl, options, of,
              "gradcheck [--samples N] [--tolerance X] [--seed N] FUNCTION ARGUMENTS"))
    return;
  repl.out_ << gradient_check_text(
      repl.session_.check_gradient(repl.scope_, repl.source_name(), of, check));
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
  const bool is_leaf = forget_value(repl, text);
  repl.show_value(input, true);
  if (is_leaf) say_leaf(repl, text);
}

void Commands::bench(Repl& repl, const std::string& text) {
  bench::Plan plan;
  plan.most_seconds = 10;
  bool once = false;
  std::string of = text;
  CommandOptions options;
  options.count("--runs", plan.least_runs, 1, kMostRuns);
  options.number("--convergence-max-seconds", plan.most_seconds, 1e9);
  options.flag("--no-convergence-phase", once);
  if (!wanted(repl, options, of,
              "bench [--runs N] [--convergence-max-seconds X] [--no-convergence-phase] "
              "EXPRESSION"))
    return;
  plan.converge = !once;
  // A name of a value stands for what it is bound to: that is computed again.
  const auto def = definition(repl, of);
  if (engine::is_function(*def)) {
    repl.line("It is a function: a call of it takes time.");
    return;
  }
  const auto entry = repl.session_.prepare_maker(*def);
  const auto untraced = without_traces(repl.session_);
  const auto runs = bench::measure(plan, [&] {
    repl.session_.forget(entry);
    (void)repl.session_.call(entry, {});
  });
  repl.line(bench::summary(runs));
  if (repl.session_.is_leaf(entry)) say_leaf(repl, of);
}

void Commands::profile(Repl& repl, const std::string& text) {
  engine::ProfileOptions profile;
  bool json = false;
  std::string flame, of = text;
  CommandOptions options;
  options.flag("--core", profile.core).flag("--json", json).word("--flame", flame);
  options.number("--seconds", profile.seconds, kMostProfileSeconds);
  if (!wanted(repl, options, of,
              "profile [--core] [--json] [--flame FILE] [--seconds X] EXPRESSION"))
    return;
  // A name of a value stands for what it is bound to: that is computed again.
  const auto def = definition(repl, of);
  if (engine::is_function(*def)) {
    repl.line("It is a function: a call of it takes time.");
    return;
  }
  if (!flame.empty()) support::expect_writable(flame);
  const auto table = engine::profile(repl.session_, repl.session_.prepare_maker(*def), {}, profile);
  repl.out_ << (json ? profile_json(of, table) : profile_text(of, table));
  if (!flame.empty()) support::write_file(flame, profile_flame(of, table));
}

void Commands::stats(Repl& repl, const std::string& text) {
  engine::StatisticsOptions statistics;
  bool json = false;
  std::string of = text;
  CommandOptions options;
  options.flag("--core", statistics.core).flag("--json", json);
  if (!wanted(repl, options, of, "stats [--core] [--json] EXPRESSION")) return;
  const auto def = repl.expression(of);
  if (engine::is_function(*def)) {
    repl.line("It is a function: a call of it has numbers.");
    return;
  }
  const auto table = repl.session_.statistics(*def, statistics);
  repl.out_ << (json ? statistics_json(of, table) : statistics_text(of, table));
}

void Commands::plot(Repl& repl, const std::string& text) {
  constexpr const char* kUsage =
      "plot [--lines|--points|--histogram] [--svg FILE|--png FILE] EXPRESSION";
  plot::Kind kind = plot::Kind::automatic;
  bool lines = false, points = false, histogram = false;
  std::string svg, png, of = text;
  CommandOptions options;
  options.flag("--lines", lines).flag("--points", points).flag("--histogram", histogram);
  options.word("--svg", svg).word("--png", png);
  if (!wanted(repl, options, of, kUsage)) return;
  if (lines) kind = plot::Kind::lines;
  if (points) kind = plot::Kind::points;
  if (histogram) kind = plot::Kind::histogram;
  const auto def = repl.expression(of);
  if (engine::is_function(*def)) return repl.complain("It is a function: a call of it has values.");
  const auto [entry, values] = repl.session_.value(*def);
  const plot::Figure figure = plot::figure_of(kind, entry.result, values);
  if (!svg.empty()) support::write_file(svg, plot::svg_of(figure));
  if (!png.empty()) support::write_file(png, plot::png_of(figure));
  for (const std::string& file : {svg, png})
    if (!file.empty()) repl.line("Saved " + file);
  constexpr int kUsual = 80;  // columns
  if (svg.empty() && png.empty())
    repl.out_ << plot::text_of(figure, columns_of(STDOUT_FILENO).value_or(kUsual));
  if (figure.left_out == 1)
    repl.say("(A number that is not finite is left out.)");
  else if (figure.left_out > 1)
    repl.say(fmt::format("({} numbers that are not finite are left out.)", figure.left_out));
}

engine::DefPtr Commands::definition(Repl& repl, const std::string& text) {
  const auto* def = repl.session_.names().lookup(repl.scope_, text);
  if (def == nullptr) return repl.expression(text);
  if (!engine::is_general(*def)) return {repl.scope_, def};
  const auto input = repl.session_.parse(repl.source_name(), text);
  const auto scope = repl.session_.bind(repl.scope_, text, input);
  return {scope, &repl.session_.find(scope, text)};
}

bool Commands::forget_value(Repl& repl, const std::string& name) {
  const auto* def = repl.session_.names().lookup(repl.scope_, name);
  if (def == nullptr || engine::is_function(*def) || !def->scheme.types.empty()) return false;
  const auto maker = repl.session_.prepare_maker(*def);
  repl.session_.forget(repl.session_.prepare(*def));
  repl.session_.forget(maker);
  return repl.session_.is_leaf(maker);
}

void Commands::say_leaf(Repl& repl, const std::string& name) {
  repl.say(fmt::format("({} is a value that nothing is computed for: this is to read it.)", name));
}

engine::EntryPoint Commands::prepared(Repl& repl, const std::string& text) {
  return repl.session_.prepare(*repl.expression(text));
}

}  // namespace laguz::driver::repl
