#include "engine/fusion_figures.hpp"

#include <algorithm>
#include <set>

#include "engine/places.hpp"

namespace laguz::engine {
namespace {

using core::fusion::Obstacle;
using eval::Profile;

const char* text_of(Obstacle why) {
  switch (why) {
    case Obstacle::none: return "";
    case Obstacle::width: return "they are not known to be equally long";
    case Obstacle::shape: return "it is read in another shape or order";
    case Obstacle::sequential: return "one of them is to run in order";
    case Obstacle::checkpoint: return "a checkpoint is computed again as it is";
    case Obstacle::calls: return "one of them calls functions";
    case Obstacle::size: return "together they would be too large";
    case Obstacle::rows: return "rows are folded by an operator";
    case Obstacle::whole: return "it is needed as a whole, too";
    case Obstacle::between: return "something else that is computed from it is needed first";
    case Obstacle::order: return "what they add to, or show, has an order";
    case Obstacle::error: return "an error between them is to come first";
    case Obstacle::products: return "a product is taken out for its kernel";
    case Obstacle::row_maps: return "numbers and rows are made apart";
    case Obstacle::far: return "there is too much between them";
  }
  return "";
}

/// Of a Soac's sites, in the scalar tier and in lanes.
struct Ran {
  Profile::Id site = Profile::kNowhere;
  std::uint64_t iterations = 0;
  core::Soac::Fused fused;
};

std::map<core::VarId, Ran> soacs_that_ran(const Profile& profile,
                                          const std::vector<Profile::Spent>& spent) {
  const auto& sites = profile.sites();
  std::vector<std::uint64_t> iterations(sites.size());
  for (Profile::Id id = 1; id < sites.size(); ++id) {
    if (!sites[id].parts.empty()) continue;
    std::uint64_t noted = 0;
    for (const auto& [form, runs] : profile.forms(id)) noted += runs.iterations;
    iterations[id] = std::max(iterations[id], noted);
    // A statement in its lambda is evaluated in each iteration, unless it is part of another's.
    std::uint64_t& around = iterations[sites[id].around];
    around = std::max(around, spent[id].times);
  }
  std::map<core::VarId, Ran> ran;
  for (Profile::Id id = 1; id < sites.size(); ++id) {
    if (sites[id].soac == 0 || !sites[id].parts.empty()) continue;
    if (spent[id].times == 0 && iterations[id] == 0 && profile.forms(id).empty()) continue;
    Ran& one = ran[sites[id].soac];
    if (one.site == Profile::kNowhere || !profile.forms(id).empty()) one.site = id;
    one.iterations += iterations[id];
    one.fused = sites[id].fused;
  }
  return ran;
}

std::set<core::FunId> reached(const core::Program& program, core::FunId entry) {
  std::set<core::FunId> seen{entry};
  for (std::vector<core::FunId> left{entry}; !left.empty();) {
    const core::FunId function = left.back();
    left.pop_back();
    for (const core::FunId callee : core::callees_of(program[function].body))
      if (seen.insert(callee).second) left.push_back(callee);
  }
  return seen;
}

}  // namespace

void FusionFigures::add(const FusionFigures& more) {
  fused += more.fused;
  soacs += more.soacs;
  apart += more.apart;
  unwritten += more.unwritten;
}

std::vector<SoacFusion> fusion_figures(const core::Program& program, core::FunId entry,
                                       const Profile& profile,
                                       const std::vector<Profile::Spent>& spent, double runs) {
  std::map<core::VarId, SoacFusion> all;
  for (const auto& [soac, ran] : soacs_that_ran(profile, spent)) {
    SoacFusion& one = all[soac];
    one.site = ran.site;
    if (ran.fused.soacs > 0) {
      one.figures.fused = ran.fused.soacs + 1;
      one.figures.soacs = 1;
    }
    one.figures.unwritten = static_cast<double>(ran.iterations) * ran.fused.bytes / runs;
  }
  for (const core::FunId function : reached(program, entry))
    for (const auto& left : core::fusion::left_apart(program[function].body)) {
      const auto reader = all.find(left.reader), maker = all.find(left.maker);
      if (reader == all.end() || maker == all.end()) continue;
      if (!core::fusion::is_inherent(left.why))
        for (SoacFusion* one : {&reader->second, &maker->second})
          if (one->figures.fused == 0) one->figures.apart = 1;
      reader->second.apart.push_back(
          {line_at(written_place(left.span, left.inlined_at)), text_of(left.why)});
    }
  std::vector<SoacFusion> figures;
  for (auto& [soac, one] : all)
    if (one.figures.possible() > 0 || one.figures.unwritten > 0 || !one.apart.empty())
      figures.push_back(std::move(one));
  return figures;
}

}  // namespace laguz::engine
