#include "engine/statistics_table.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "engine/engine.hpp"
#include "engine/places.hpp"

namespace laguz::engine {
namespace {

using core::Role;
using core::Statistics;

/// A series of calls has as many at least.
constexpr std::size_t kFewestCalls = 3;

bool contains(support::Span outer, support::Span inner) {
  return outer.file == inner.file && outer.lo <= inner.lo && outer.hi >= inner.hi;
}

class Tabulator {
 public:
  Tabulator(const Statistics& statistics, const StatisticsOptions& options)
      : sites_(statistics.sites()), options_(options) {}

  StatisticsTable table() {
    for (Statistics::Id id = 1; id < sites_.size(); ++id) add(id);
    for (auto& [key, row] : lines_)
      if (row.figures.count() > 0) table_.rows.push_back(std::move(row));
    for (auto& [key, series] : states_) table_.series.push_back(std::move(series));
    for (const auto& [key, calls] : calls_) add(calls);
    table_.findings = find_instability(table_);
    return std::move(table_);
  }

 private:
  /// A line of the text: its file and number.
  using Line = std::pair<std::string, std::size_t>;
  /// The places of calls in one another, innermost first.
  using Call = std::vector<support::Span>;
  /// What a line in a function makes in each of its calls.
  struct Calls {
    support::Span place{};
    std::vector<Call> order{};                             ///< in which they come
    std::map<Role, std::vector<core::Figures>> figures{};  ///< in that order
  };

  void add(Statistics::Id id) {
    const Statistics::Site& site = sites_[id];
    const std::vector<support::Span> places = places_of(id);
    const support::Span place = places.empty() ? support::Span() : places.front();
    const bool loop = !site.states.empty();
    if (site.role != Role::value) table_.derivatives = true;
    if (!loop) table_.numbers += site.figures.count();
    for (std::size_t k = 0; k < site.states.size(); ++k) add_state(id, place, k);
    if (options_.core) {
      if (site.figures.count() > 0)
        table_.rows.push_back({line_at(place), site.text, site.role, site.figures});
      return;
    }
    if (loop || site.role == Role::slope) return;
    StatisticsRow& row = lines_[{line(place), site.role}];
    row.place = line_at(place);
    row.text = text_at(place);
    row.role = site.role;
    row.figures.add(site.figures);
    if (places.size() > 1) add_call(places, site);
  }

  /// The places that a statement, or the nearest one around it that has some, is at.
  std::vector<support::Span> places_of(Statistics::Id id) const {
    std::vector<support::Span> places;
    for (; id != Statistics::kNowhere && places.empty(); id = sites_[id].around)
      places = written_places(sites_[id].span, sites_[id].inlined_at);
    return places;
  }

  static Line line(support::Span place) {
    return place ? Line{place.file->name(), place.file->position(place.lo).line} : Line{};
  }

  /// States without a name are for those who look at core; others are the line's.
  void add_state(Statistics::Id id, support::Span place, std::size_t k) {
    const Statistics::State& state = sites_[id].states[k];
    if (state.name.empty() && !options_.core) return;
    const std::string name = state.name.empty() ? fmt::format("state {}", k) : state.name;
    const Role role = sites_[id].role;
    StatisticsSeries& one =
        states_[{line(place), options_.core ? id : Statistics::kNowhere, name, role}];
    one.place = line_at(place);
    one.text = options_.core ? sites_[id].text : text_at(place);
    one.name = name;
    one.role = role;
    one.series.add(state.series);
  }

  void add_call(const std::vector<support::Span>& places, const Statistics::Site& site) {
    Calls& calls = calls_[line(places.front())];
    calls.place = places.front();
    // What the line itself is an argument of is no call of the function that it is in.
    Call call;
    for (const support::Span at : places)
      if (!contains(at, places.front())) call.push_back(at);
    if (call.empty()) return;
    const auto found = std::find(calls.order.begin(), calls.order.end(), call);
    const auto at = static_cast<std::size_t>(found - calls.order.begin());
    if (found == calls.order.end()) calls.order.push_back(call);
    auto& figures = calls.figures[site.role];
    figures.resize(std::max(figures.size(), at + 1));
    figures[at].add(site.figures);
  }

  void add(const Calls& calls) {
    for (const auto& [role, figures] : calls.figures) {
      StatisticsSeries one;
      one.by = StatisticsSeries::By::calls;
      one.place = line_at(calls.place);
      one.text = text_at(calls.place);
      one.role = role;
      std::vector<Call> with_some;
      for (std::size_t i = 0; i < figures.size(); ++i) {
        if (figures[i].count() == 0) continue;
        one.series.add(with_some.size(), figures[i]);
        with_some.push_back(calls.order[i]);
      }
      one.calls = names_of(with_some);
      if (with_some.size() >= kFewestCalls) table_.series.push_back(std::move(one));
    }
  }

  /// The innermost places that tell them apart.
  static std::vector<std::string> names_of(const std::vector<Call>& calls) {
    std::size_t deepest = 0;
    for (const Call& call : calls) deepest = std::max(deepest, call.size());
    std::vector<std::string> names;
    for (const bool whole : {false, true})
      for (std::size_t depth = 0; depth < deepest; ++depth) {
        names.clear();
        for (const Call& call : calls) {
          const support::Span at = call[std::min(depth, call.size() - 1)];
          names.push_back(whole ? support::locate(at) : line_at(at));
        }
        if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) return names;
      }
    return names;
  }

  const std::vector<Statistics::Site>& sites_;
  const StatisticsOptions& options_;
  StatisticsTable table_;
  std::map<std::pair<Line, Role>, StatisticsRow> lines_;
  std::map<std::tuple<Line, Statistics::Id, std::string, Role>, StatisticsSeries> states_;
  std::map<Line, Calls> calls_;
};

}  // namespace

const char* name(Role role) {
  switch (role) {
    case Role::value: return "value";
    case Role::tangent: return "tangent";
    case Role::cotangent: return "cotangent";
    case Role::slope: return "slope";
  }
  return "";
}

StatisticsTable statistics_table(const Statistics& statistics, const StatisticsOptions& options) {
  return Tabulator(statistics, options).table();
}

StatisticsTable Engine::statistics(const EntryPoint& entry, std::vector<runtime::Value> args,
                                   const StatisticsOptions& options) {
  const support::Task task(governor_);
  const support::Doing doing(support::Work::evaluating);
  core::Statistics statistics(program_);
  EntryPoint observed = entry;
  observed.function = statistics.of(entry.function);
  eval::Options own = options_.eval;
  own.on_trace = [&](const core::Trace& trace, std::span<const runtime::Value> values,
                     std::span<const support::Span>) {
    if (core::Statistics::is_of_these(trace)) statistics.take(values);
  };
  (void)Runner(*this, std::move(own)).call(observed, std::move(args));
  return statistics_table(statistics, options);
}

}  // namespace laguz::engine
