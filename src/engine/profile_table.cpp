#include "engine/profile_table.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include <fmt/format.h>

#include "engine/arguments.hpp"
#include "engine/places.hpp"

namespace laguz::engine {
namespace {

using eval::Profile;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

/// The place in the user's text that a statement, or the nearest one around it, is at.
support::Span place_of(const std::vector<Profile::Site>& sites, Profile::Id id) {
  support::Span span;
  for (; id != Profile::kNowhere && !span; id = sites[id].around)
    span = written_place(sites[id].stm.span, sites[id].stm.inlined_at);
  return span;
}

class Table {
 public:
  Table(Profile& profile, const ProfileOptions& options, double runs)
      : profile_(profile),
        options_(options),
        runs_(runs),
        spent_(profile.spent()),
        kept_(profile.kept()) {}

  /// Of runs of [entry].
  void fill(ProfileTable& table, const core::Program& program, core::FunId entry) {
    for (Profile::Id id = 1; id < spent_.size(); ++id) {
      if (!sites()[id].parts.empty()) continue;
      add(id);
    }
    for (Profile::Id id = 1; id < spent_.size(); ++id) {
      add_inside(id);
      table.samples += spent_[id].samples;
    }
    for (const SoacFusion& soac : fusion_figures(program, entry, profile_, spent_, runs_)) {
      ProfileRow& row = rows_[key(soac.site)];
      row.fusion.add(soac.figures);
      table.fusion.add(soac.figures);
      for (const ApartFrom& one : soac.apart) ++row.apart[one];
    }
    for (auto& [key, row] : rows_)
      if (!row.forms.empty()) row.lanes_of.clear();
    for (auto& [key, row] : rows_)
      if (row.inside > 0 || row.times > 0 || row.bytes > 0 || row.moved > 0)
        table.rows.push_back(std::move(row));
    std::stable_sort(table.rows.begin(), table.rows.end(),
                     [](const auto& a, const auto& b) { return a.samples > b.samples; });
    for (auto& [frames, samples] : stacks_) table.stacks.push_back({frames, samples});
  }

 private:
  const std::vector<Profile::Site>& sites() const { return profile_.sites(); }

  void add(Profile::Id id) {
    const Profile::Site& site = sites()[id];
    const Profile::Spent& spent = spent_[id];
    const support::Span place = place_of(sites(), id);
    const core::Derived derived = core::derived_of(site.stm);
    const std::string line = line_at(place);
    ProfileRow& row = rows_[key(id)];
    row.place = line;
    row.text = options_.core ? site.text : text_at(place);
    row.derived = derived;
    row.samples += spent.samples;
    if (derived != core::Derived::value) row.derived_samples += spent.samples;
    const double times = static_cast<double>(spent.times) / runs_;
    row.times = options_.core ? times : std::max(row.times, times);
    row.bytes += static_cast<double>(spent.traffic.made) / runs_;
    row.moved += static_cast<double>(spent.traffic.moved) / runs_;
    if (const auto kept = kept_.find(id); kept != kept_.end()) row.kept.push_back(kept->second);
    for (const auto& [form, runs] : profile_.forms(id))
      row.forms[{form, derived != core::Derived::value}].add(runs);
    if (spent.samples > 0) stacks_[stack(id)] += spent.samples;
    if (spent.samples > most_[&row]) {
      most_[&row] = spent.samples;
      row.lanes_of = lanes_around(id);
    }
  }

  /// The place of the Soac in whose lanes a statement runs, if there is one.
  std::string lanes_around(Profile::Id id) const {
    for (id = sites()[id].around; id != Profile::kNowhere; id = sites()[id].around)
      for (const auto& [form, runs] : profile_.forms(id))
        if (form.how.rfind("lanes", 0) == 0) return line_at(place_of(sites(), id));
    return {};
  }

  /// Of the row that a site belongs to.
  std::string key(Profile::Id id) const {
    return options_.core ? fmt::format("{}", id) : line_at(place_of(sites(), id));
  }

  void add_inside(Profile::Id id) {
    const std::uint64_t samples = spent_[id].samples;
    if (samples == 0) return;
    std::set<std::string> keys;
    for (; id != Profile::kNowhere; id = sites()[id].around) keys.insert(key(id));
    for (const std::string& one : keys) rows_[one].inside += samples;
  }

  std::vector<std::string> stack(Profile::Id id) const {
    std::vector<std::string> frames;
    const std::string function = sites()[id].function;
    for (; id != Profile::kNowhere; id = sites()[id].around) {
      const support::Span place = place_of(sites(), id);
      std::string frame =
          options_.core ? sites()[id].text : fmt::format("{}  {}", text_at(place), line_at(place));
      if (const auto derived = core::derived_of(sites()[id].stm); derived != core::Derived::value)
        frame += fmt::format(" ({})", name(derived));
      if (frames.empty() || frames.back() != frame) frames.push_back(std::move(frame));
    }
    frames.push_back(function);
    std::reverse(frames.begin(), frames.end());
    return frames;
  }

  Profile& profile_;
  const ProfileOptions& options_;
  double runs_;
  std::vector<Profile::Spent> spent_;
  std::map<Profile::Id, Profile::Kept> kept_;
  std::map<std::string, ProfileRow> rows_;
  std::map<const ProfileRow*, std::uint64_t> most_;  ///< samples of one of a row's statements
  std::map<std::vector<std::string>, std::uint64_t> stacks_;
};

}  // namespace

ProfileTable profile(Engine& engine, const EntryPoint& entry,
                     const std::vector<runtime::Value>& args, const ProfileOptions& options) {
  ProfileTable table;
  eval::Options own = engine.options().eval;
  own.on_trace = {};
  // The shortest of some runs in [seconds], or of one; microseconds.
  const auto measure = [&](Runner& runner, double seconds, int& runs) {
    double least = 0;
    const Clock::time_point begin = Clock::now();
    do {
      if (args.empty()) runner.forget(entry);
      auto now = copies(args);
      const Clock::time_point begun = Clock::now();
      (void)runner.call(entry, std::move(now));
      const double took = Seconds(Clock::now() - begun).count();
      least = runs++ == 0 ? took : std::min(least, took);
    } while (Seconds(Clock::now() - begin).count() < seconds);
    return 1e6 * least;
  };
  int unwatched = 0;
  {
    Runner runner(engine, own);
    table.plain = measure(runner, std::min(0.3, options.seconds), unwatched);
  }
  Profile profile(engine.program().names);
  own.profile = &profile;
  Runner runner(engine, own);
  int before = 0;
  if (table.plain < 1e6) (void)measure(runner, 0, before);  // code is made ready in the first run
  {
    const Profile::Sampling sampling(profile);
    table.watched = measure(runner, options.seconds, table.runs);
  }
  Table(profile, options, before + table.runs).fill(table, engine.program(), entry.function);
  return table;
}

}  // namespace laguz::engine
