// `laguz profile`, and what is shown of a profile.
#include "driver/profile.hpp"

#include <algorithm>
#include <iostream>

#include <fmt/format.h>
#include <unistd.h>

#include "driver/commands.hpp"
#include "driver/json.hpp"
#include "driver/output.hpp"
#include "driver/table_text.hpp"
#include "engine/places.hpp"
#include "support/file_write.hpp"
#include "support/printable.hpp"

namespace laguz::driver {
namespace {

using engine::ProfileRow;
using engine::ProfileTable;

std::string time_text(double microseconds) {
  if (microseconds < 1e3) return fmt::format("{:.0f} μs", microseconds);
  if (microseconds < 1e6) return fmt::format("{:.3g} ms", microseconds / 1e3);
  return fmt::format("{:.3g} s", microseconds / 1e6);
}

std::string bytes_text(double bytes) {
  if (bytes < 1) return "-";
  if (bytes < 1e3) return fmt::format("{:.0f} B", bytes);
  if (bytes < 1e6) return fmt::format("{:.3g} kB", bytes / 1e3);
  if (bytes < 1e9) return fmt::format("{:.3g} MB", bytes / 1e6);
  return fmt::format("{:.3g} GB", bytes / 1e9);
}

std::string times_text(double times) {
  return times < 1e6 ? fmt::format("{:.0f}", times) : fmt::format("{:.3g}", times);
}

double share(std::uint64_t part, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all);
}

/// "512", "64 to 512".
std::string range_text(const eval::Profile::Range& range) {
  return range.least == range.most ? std::to_string(range.most)
                                   : fmt::format("{} to {}", range.least, range.most);
}

/// "1000 iterations: lanes, tiles of 512", and if there is one that could be faster, why not.
std::string form_text(const engine::ProfileForm& form, const eval::Profile::Runs& runs) {
  std::string text =
      fmt::format("{}{} iteration{}: {}", form.derived ? "derivative, " : "",
                  range_text(runs.of_one), runs.of_one.most == 1 ? "" : "s", form.how);
  if (runs.tile.most > 0) text += ", tiles of " + range_text(runs.tile);
  return form.why_not.empty() ? text : text + ", because " + form.why_not;
}

/// "keeps 8 MB of w, x for the way back", and for how many iterations around it.
std::string kept_text(const eval::Profile::Kept& kept) {
  std::string text = "keeps " + bytes_text(static_cast<double>(kept.bytes));
  if (!kept.of.empty()) text += " of " + kept.of;
  text += " for the way back";
  if (kept.lanes > 0) text += fmt::format(", in a tile of {}", kept.lanes);
  return kept.again ? text + "; the rest is computed again" : text;
}

/// "5 of 7 array expressions that could be fused are; 24 MB a run are not written.".
std::string fusion_text(const engine::FusionFigures& fusion) {
  std::string text = fmt::format("{} of {} array expression{} that could be fused {}", fusion.fused,
                                 fusion.possible(), fusion.possible() == 1 ? "" : "s",
                                 fusion.fused == 1 ? "is" : "are");
  if (fusion.unwritten >= 1) text += "; " + bytes_text(fusion.unwritten) + " are not written";
  return text;
}

/// The same of a row.
void add_fusion(const ProfileRow& row, std::vector<std::string>& notes) {
  const engine::FusionFigures& fusion = row.fusion;
  const std::string unwritten =
      fusion.unwritten < 1 ? "" : bytes_text(fusion.unwritten) + " are not written";
  if (fusion.fused > 0)
    notes.push_back(fmt::format("{} array expressions run as {}{}", fusion.fused, fusion.soacs,
                                unwritten.empty() ? "" : "; " + unwritten));
  else if (!unwritten.empty())
    notes.push_back("numbers are computed again; " + unwritten);
  for (const auto& [from, count] : row.apart) {
    std::string line = "not fused with what " +
                       (from.place.empty() ? std::string("the prelude") : from.place) + " makes";
    if (count > 1) line += fmt::format(", {} times", count);
    notes.push_back(from.why.empty() ? line : line + ", because " + from.why);
  }
}

/// What is said beneath a row that has [part] of the time.
std::vector<std::string> notes_of(const ProfileRow& row, double part) {
  constexpr double kMuch = 0.05;
  std::vector<std::string> notes;
  std::vector<std::pair<std::string, int>> kept;  // with how many loops do so
  for (const auto& one : row.kept) {
    const std::string text = kept_text(one);
    const auto same =
        std::find_if(kept.begin(), kept.end(), [&](const auto& k) { return k.first == text; });
    if (same != kept.end())
      ++same->second;
    else
      kept.emplace_back(text, 1);
  }
  for (const auto& [text, times] : kept)
    notes.push_back(times == 1 ? text : fmt::format("{}; {} times", text, times));
  for (const auto& [form, runs] : row.forms) notes.push_back(form_text(form, runs));
  if (!row.lanes_of.empty() && part >= kMuch) notes.push_back("in the lanes of " + row.lanes_of);
  add_fusion(row, notes);
  return notes;
}

}  // namespace

std::string profile_text(const std::string& what, const ProfileTable& table) {
  constexpr double kLeast = 0.005;
  std::string text = fmt::format("{}: {} a run; {} while it was looked at, {} times in {} run{}.\n",
                                 what, time_text(table.plain), time_text(table.watched),
                                 table.samples, table.runs, table.runs == 1 ? "" : "s");
  if (table.samples == 0)
    return text + "That is too short for a profile; --seconds looks at it for longer.\n";
  std::size_t places = 5;
  double rest = 1;
  std::vector<const ProfileRow*> rows;
  for (const ProfileRow& row : table.rows) {
    const bool tells = (!row.forms.empty() || !row.kept.empty() || row.fusion.possible() > 0) &&
                       share(row.inside, table.samples) >= kLeast;
    if (share(row.samples, table.samples) < kLeast && !tells) continue;
    rows.push_back(&row);
    rest -= share(row.samples, table.samples);
    places = std::max(places, row.place.size());
  }
  text += fmt::format("{:>7}{:>8}{:>10}{:>9}{:>10}{:>10}{:>10}  {:<{}}\n", "here", "inside", "time",
                      "derived", "times", "bytes", "moved", "place", places);
  for (const ProfileRow* row : rows) {
    const double of_all = share(row->samples, table.samples);
    text += fmt::format(
        "{:>6.1f}%{:>7.1f}%{:>10}{:>8.0f}%{:>10}{:>10}{:>10}  {:<{}}  {}\n", 100 * of_all,
        100 * share(row->inside, table.samples), time_text(of_all * table.plain),
        100 * share(row->derived_samples, row->samples), times_text(row->times),
        bytes_text(row->bytes), bytes_text(row->moved), row->place, places, shortened(row->text));
    for (const std::string& note : notes_of(*row, of_all))
      text += fmt::format("{:68}{}\n", "", note);
  }
  if (table.fusion.possible() > 0) text += fusion_text(table.fusion) + ".\n";
  if (rest > kLeast) text += fmt::format("{:>6.1f}%  of the time elsewhere\n", 100 * rest);
  return support::printable(text);
}

namespace {

std::string fusion_json(const engine::FusionFigures& fusion) {
  return fmt::format(R"({{"fused":{},"soacs":{},"possible":{},"unwritten":{}}})", fusion.fused,
                     fusion.soacs, fusion.possible(), fusion.unwritten);
}

}  // namespace

std::string profile_json(const std::string& what, const ProfileTable& table) {
  std::vector<std::string> rows;
  for (const ProfileRow& row : table.rows) {
    std::vector<std::string> forms;
    for (const auto& [form, runs] : row.forms)
      forms.push_back(fmt::format(
          R"({{"derived":{},"how":{},"why_not":{},"runs":{},"iterations":{},"least":{},"most":{},"tile":{}}})",
          form.derived, json_string(form.how), json_string(form.why_not), runs.runs,
          runs.iterations, runs.of_one.least, runs.of_one.most, runs.tile.most));
    std::vector<std::string> kept;
    for (const auto& one : row.kept)
      kept.push_back(fmt::format(R"({{"bytes":{},"of":{},"again":{},"lanes":{}}})", one.bytes,
                                 json_string(one.of), one.again, one.lanes));
    std::vector<std::string> apart;
    for (const auto& [from, count] : row.apart)
      apart.push_back(fmt::format(R"({{"place":{},"why":{},"times":{}}})", json_string(from.place),
                                  json_string(from.why), count));
    rows.push_back(fmt::format(
        R"({{"place":{},"text":{},"derived":{},"samples":{},"inside":{},"derived_samples":{},"times":{},"bytes":{},"moved":{},"kept":[{}],"forms":[{}],"lanes_of":{},"fusion":{},"apart":[{}]}})",
        json_string(row.place), json_string(row.text), json_string(engine::name(row.derived)),
        row.samples, row.inside, row.derived_samples, row.times, row.bytes, row.moved,
        fmt::join(kept, ","), fmt::join(forms, ","), json_string(row.lanes_of),
        fusion_json(row.fusion), fmt::join(apart, ",")));
  }
  return fmt::format(
      R"({{"what":{},"microseconds":{},"watched_microseconds":{},"runs":{},"samples":{},"fusion":{},"rows":[{}]}})"
      "\n",
      json_string(what), table.plain, table.watched, table.runs, table.samples,
      fusion_json(table.fusion), fmt::join(rows, ",\n"));
}

std::string profile_flame(const std::string& what, const ProfileTable& table) {
  std::map<std::string, std::size_t> numbers;
  std::vector<std::string> frames, samples, weights;
  for (const auto& stack : table.stacks) {
    std::vector<std::size_t> ids;
    for (const std::string& frame : stack.frames) {
      const auto [found, fresh] = numbers.try_emplace(frame, frames.size());
      if (fresh) frames.push_back(fmt::format(R"({{"name":{}}})", json_string(frame)));
      ids.push_back(found->second);
    }
    samples.push_back(fmt::format("[{}]", fmt::join(ids, ",")));
    weights.push_back(fmt::format("{}", share(stack.samples, table.samples) * table.plain));
  }
  return fmt::format(
      R"({{"$schema":"https://www.speedscope.app/file-format-schema.json","name":{},"exporter":"laguz","activeProfileIndex":0,"shared":{{"frames":[{}]}},"profiles":[{{"type":"sampled","name":{},"unit":"microseconds","startValue":0,"endValue":{},"samples":[{}],"weights":[{}]}}]}})"
      "\n",
      json_string(what), fmt::join(frames, ","), json_string(what), table.plain,
      fmt::join(samples, ","), fmt::join(weights, ","));
}

int profile_command(const ProfileCommand& options) {
  Session session(options.session);
  return session.guarded(1, [&] {
    if (!options.flame.empty()) support::expect_writable(options.flame);
    const auto env = session.load(options.file);
    session.show_warnings(std::cerr, use_colour(options.session.colour, STDERR_FILENO));
    session.call_it(options.entry);
    const auto& def = session.find(env, options.entry);
    const auto entry = session.prepare(def);
    const auto args = arguments_from(session, env, def, entry, {}).values;
    const engine::ProfileTable table = engine::profile(session, entry, args, options.profile);
    const std::string what = options.file + ", " + options.entry;
    put(options.json ? profile_json(what, table) : profile_text(what, table));
    if (!options.flame.empty()) support::write_file(options.flame, profile_flame(what, table));
    return 0;
  });
}

}  // namespace laguz::driver
