#include "engine/statistics_table.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "engine/engine.hpp"
#include "engine/line_chain.hpp"
#include "engine/places.hpp"

namespace laguz::engine {
namespace {

using core::Role;
using core::Statistics;

/// A series of layers has as many at least.
constexpr std::size_t kFewestLayers = 3;

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
    for (auto& [key, series] : depths_)
      if (series.series.figures().size() >= kFewestLayers)
        table_.series.push_back(std::move(series));
    for (const auto& [key, bodies] : bodies_) add(bodies);
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

  /// Cotangents of the lines of a function, as it is called at one place.
  struct Lines {
    std::map<Line, std::size_t> marks{};  ///< of lines, from 1 on
    std::vector<support::Span> places{};  ///< by mark
    std::vector<core::Figures> figures{};
    std::vector<std::pair<Statistics::Id, std::size_t>> sites{};
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
    add_depth(place, site);
    add_line(id, places);
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

  /// What a line itself is an argument of is no call of the function that it is in.
  static Call calls_around(const std::vector<support::Span>& places) {
    Call call;
    for (const support::Span at : places)
      if (!contains(at, places.front())) call.push_back(at);
    return call;
  }

  void add_depth(support::Span place, const Statistics::Site& site) {
    if (site.figures.count() == 0 || site.recursion == Statistics::kNoRecursion) return;
    const auto [found, fresh] = depths_.try_emplace({line(place), site.role});
    StatisticsSeries& one = found->second;
    if (fresh) {
      one.by = StatisticsSeries::By::depth;
      one.place = line_at(place);
      one.text = text_at(place);
      one.role = site.role;
      one.inwards = site.inwards;
    }
    one.series.add(site.by_depth);
  }

  void add_line(Statistics::Id id, const std::vector<support::Span>& places) {
    const Statistics::Site& site = sites_[id];
    const bool is_handed_on = site.role == Role::cotangent && !site.gathers;
    if (!is_handed_on || site.figures.count() == 0 || places.empty()) return;
    std::vector<std::string> calls;
    for (const support::Span at : calls_around(places)) calls.push_back(support::locate(at));
    Lines& lines = bodies_[calls];
    const auto [found, fresh] = lines.marks.emplace(line(places.front()), lines.places.size() + 1);
    if (fresh) {
      lines.places.push_back(places.front());
      lines.figures.emplace_back();
    }
    lines.figures[found->second - 1].add(site.figures);
    lines.sites.emplace_back(id, found->second);
  }

  void add(const Lines& lines) {
    if (lines.places.size() < kFewestLayers) return;
    std::vector<std::size_t> marks(sites_.size());
    for (const auto& [site, mark] : lines.sites) marks[site] = mark;
    // Cotangents come to the last line first.
    std::vector<std::size_t> way = longest_way(sites_, marks);
    std::reverse(way.begin(), way.end());
    if (way.size() < kFewestLayers) return;
    StatisticsSeries one;
    one.by = StatisticsSeries::By::lines;
    one.place = line_at(lines.places[way.front() - 1]);
    one.text = text_at(lines.places[way.front() - 1]);
    one.role = Role::cotangent;
    for (const std::size_t mark : way) {
      one.series.add(one.steps.size(), lines.figures[mark - 1]);
      one.steps.push_back(line_at(lines.places[mark - 1]));
    }
    table_.series.push_back(std::move(one));
  }

  void add_call(const std::vector<support::Span>& places, const Statistics::Site& site) {
    Calls& calls = calls_[line(places.front())];
    calls.place = places.front();
    const Call call = calls_around(places);
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
      one.steps = names_of(with_some);
      if (with_some.size() >= kFewestLayers) table_.series.push_back(std::move(one));
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
  std::map<std::pair<Line, Role>, StatisticsSeries> depths_;
  std::map<std::vector<std::string>, Lines> bodies_;  ///< by the calls around, innermost first
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
