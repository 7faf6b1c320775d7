#include "core/optimise.hpp"

#include <algorithm>

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
  for (int round = 0; round < kRounds && fusion::fuse_alike_sums(body); ++round)
    simplifier.run(body);
  fusion::take_history_rows(body, program.names);
  fusion::give_rows(body, program.names);
  fusion::part_sums(body, program.names);
  ask_newest_shapes(body);
}

/// What is learnt of loops is known in the next run.
void run_until_known(simplifier::Simplifier& simplifier, Body& body) {
  constexpr int kRuns = 3;
  for (int run = 0; run == 0 || (run < kRuns && simplifier.learnt()); ++run) simplifier.run(body);
}

bool calls(const Body& body) {
  return std::any_of(body.stms.begin(), body.stms.end(), [](const Stm& stm) {
    bool found = std::holds_alternative<Call>(stm.exp.node);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { found = found || calls(inner); });
    return found;
  });
}

/// Whether a map calls functions, whose loops it then has.
bool calls_in_maps(const Body& body) {
  return std::any_of(body.stms.begin(), body.stms.end(), [](const Stm& stm) {
    bool found = false;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          found = found || (std::holds_alternative<Soac>(stm.exp.node) ? calls(inner)
                                                                       : calls_in_maps(inner));
        });
    return found;
  });
}

class Optimiser {
 public:
  explicit Optimiser(Program& program) : program_(program) {}

  /// Maps of loops that are called functions' are interchanged before these are fused: a nest that
  /// computes something for all sequences together with something of each is one then.
  void interchange(FunId function) {
    support::expect_stack("A call of a function that calls others");
    if (active_.count(function)) program_[function].recursive = true;
    if (program_.optimised.count(function) || !seen_.insert(function).second) return;
    active_.insert(function);
    for (const FunId callee : callees_of(program_[function].body)) interchange(callee);
    active_.erase(function);
    if (!calls_in_maps(program_[function].body)) return;
    Body body = program_[function].body;
    if (!inline_calls(program_, body)) return;
    simplifier::Simplifier simplifier(program_, facts::Facts(false), runs_of(program_[function]));
    run_until_known(simplifier, body);
    if (products::interchange(body, program_.names)) program_[function].body = std::move(body);
  }

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
  std::unordered_set<FunId> active_, seen_;
};

}  // namespace

void optimise(Program& program, FunId function) {
  Optimiser optimiser(program);
  optimiser.interchange(function);
  optimiser.run(function);
}

void simplify_for_derivatives(Program& program, Body& body, Runs runs, Checks checks) {
  simplifier::Simplifier simplifier(program, facts::Facts(true), runs, checks);
  run_until_known(simplifier, body);
  if (checks == Checks::in_each) return;
  if (products::interchange(body, program.names)) run_until_known(simplifier, body);
  if (fusion::compute_before(body, program.names, simplifier.safe_scopes()))
    run_until_known(simplifier, body);
  simplifier.take_apart_reads(body);
  read_rows_late(body);
}

}  // namespace laguz::core
