#include "core/optimise.hpp"

#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/products/distribute.hpp"
#include "core/products/interchange.hpp"
#include "core/products/narrow.hpp"
#include "core/simplifier/simplifier.hpp"
#include "core/stencils/gather_updates.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core {
namespace {

constexpr int kRounds = 4;  ///< of fusion; each makes lambdas that may hold Soacs to fuse

void optimise_body(Program& program, Body& body, Runs runs) {
  inline_calls(program, body);
  simplifier::Simplifier simplifier(program, facts::Facts(false), runs);
  simplifier.run(body);
  if (products::interchange(body, program.names)) simplifier.run(body);
  if (fusion::compute_before(body, program.names, simplifier.safe_scopes())) simplifier.run(body);
  fusion::merge_updates(body, program.names);
  if (stencils::gather_updates(body, program.names)) simplifier.run(body);
  for (int round = 0; round < kRounds; ++round) {
    const bool changed = fusion::fuse_soacs(body, program.names);
    if (!changed && round > 0 && !simplifier.learnt()) break;
    simplifier.run(body);
  }
  if (fusion::compute_again(body, program.names)) simplifier.run(body);
  if (fusion::turn_array_signs(body, program.names)) simplifier.run(body);
  fusion::push_updates(body, program.names);
  const auto distribute = [&] {
    for (int round = 0; round < kRounds; ++round) {
      if (!products::distribute(body, program.names, simplifier.safe_scopes())) break;
      simplifier.run(body);
    }
  };
  if (products::unswitch(body, program.names)) simplifier.run(body);
  distribute();
  if (products::distribute_by_lengths(body, program.names, simplifier.safe_scopes())) {
    simplifier.run(body);
    distribute();
  }
  if (fusion::keep_private_sums(body, program.names)) simplifier.run(body);
  const bool narrowed = products::narrow_accumulators(body, program.names);
  if (fusion::split_row_maps(body, program.names) || narrowed) simplifier.run(body);
  for (int round = 0; round < kRounds && fusion::fuse_cheap_nests(body, program.names); ++round)
    simplifier.run(body);
  if (fusion::add_outer_products(body, program.names)) simplifier.run(body);
  fusion::take_history_rows(body, program.names);
  fusion::part_sums(body, program.names);
  ask_newest_shapes(body);
}

class Optimiser {
 public:
  explicit Optimiser(Program& program) : program_(program) {}

  // Callees first: what is inlined is then in its final form.
  void run(FunId function) {
    support::expect_stack("A call of a function that calls others");
    if (active_.count(function)) program_[function].recursive = true;  // so it is not inlined
    if (!program_.optimised.insert(function).second) return;
    try {
      active_.insert(function);
      for (const FunId callee : callees_of(program_[function].body)) run(callee);
      Body body = program_[function].body;  // whatever ends this leaves the function as it was
      optimise_body(program_, body, runs_of(program_[function]));
      program_[function].body = std::move(body);
    } catch (...) {
      program_.optimised.erase(function);
      throw;
    }
    active_.erase(function);
  }

 private:
  Program& program_;
  std::unordered_set<FunId> active_;
};

}  // namespace

void optimise(Program& program, FunId function) { Optimiser(program).run(function); }

void simplify_for_derivatives(Program& program, Body& body, Runs runs) {
  constexpr int kRuns = 3;
  simplifier::Simplifier simplifier(program, facts::Facts(true), runs);
  const auto run = [&] {
    for (int run = 0; run == 0 || (run < kRuns && simplifier.learnt()); ++run) simplifier.run(body);
  };
  run();
  if (products::interchange(body, program.names)) run();
  if (fusion::compute_before(body, program.names, simplifier.safe_scopes())) run();
  read_rows_late(body);
}

}  // namespace laguz::core
