#include "ad/differentiate.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "ad/forward/function.hpp"
#include "ad/modes.hpp"
#include "ad/nesting.hpp"
#include "ad/reverse/reverse_functions.hpp"
#include "ad/rewrite/rounding.hpp"
#include "ad/rewrite/sequential.hpp"
#include "ad/rewrite/silence.hpp"
#include "core/optimise.hpp"
#include "support/deep_stack.hpp"
#include "support/diagnostic.hpp"
#include "support/governor.hpp"

namespace laguz::ad {

using core::Binder;
using core::Binders;
using core::Body;
using core::Function;
using core::FunId;
using core::Stm;

struct Differentiator::Impl final : Functions {
  core::Program& functions_of;
  const core::Checks checks;  ///< of what is differentiated
  std::unordered_set<FunId> expanded;
  /// What is differentiated: optimising a function for its runs forgets its derivatives of the
  /// user's own, and its form suits evaluation.
  std::unordered_map<FunId, Function> originals;
  std::unordered_map<FunId, Function> written;    ///< what they were, if there was a Diff in them
  std::unordered_map<FunId, std::size_t> depths;  ///< bodies within bodies, in those
  std::unordered_map<FunId, std::vector<bool>> passed;
  reverse::ReverseFunctions reverse;
  rewrite::Roundings roundings;
  std::map<std::pair<FunId, WantedForward>, FunId> forward;
  std::unordered_set<FunId> forward_places;  ///< of those, the derivatives of what gives a place
  std::map<std::pair<FunId, std::vector<bool>>, FunId> silent;
  std::map<std::pair<FunId, std::vector<std::uint64_t>>, FunId> written_out;  ///< by structure
  std::unordered_map<FunId, std::size_t> prepared;  ///< of those, statements of what is ready
  std::unordered_set<FunId> preparing;              ///< at present
  std::size_t most_inlined = 0;   ///< statements of a function that is inlined at present
  std::size_t read = 0;           ///< statements of all functions that have been expanded
  core::VarId before = 0;         ///< the last variable before the expansion under way
  bool through_integers = false;  ///< derivatives that are being expanded pass through those
  Nesting nesting;
  NamedLengths lengths;  ///< visible where the expansion under way is
  std::pair<core::DiffMode, support::Span> deriving{};  ///< what is being expanded

  Impl(core::Program& program, core::Checks where)
      : functions_of(program),
        checks(where),
        reverse(
            *this, program, [this](FunId id) -> const Function& { return derivable(id); },
            [this](FunId id, Function made) { define(id, std::move(made)); }),
        roundings(
            program, [this](FunId id) { return ready(id); },
            [this](FunId function, FunId id, Function made) {
              reverse.copied(function, id);
              define(id, std::move(made));
            }) {}

  // ------------------------------------------------------------------------------ Functions
  const core::Program& program() const override { return functions_of; }

  const Function& original(FunId id) {
    expand(id);
    const auto kept = originals.find(id);
    return kept != originals.end() ? kept->second : functions_of[id];
  }

  void expect_size(support::Span near) const override {
    // A variable of a derivative takes about a kilobyte and 7 us until it is optimised.
    constexpr std::size_t kMost = 300'000, kMostPerStatement = 100;
    const std::size_t limit = kMost + kMostPerStatement * read;
    if (functions_of.names.last() - before <= limit) return;
    throw support::UserError(
        {.phase = support::Phase::type,
         .span = near,
         .message = fmt::format("The derivatives here are too large: they take more than {} "
                                "variables. What is differentiated is {}.",
                                limit, nesting.describe(deriving.first, deriving.second)),
         .hint = "derivatives in one another (vjp of vjp) grow exponentially; "
                 "forward mode (jvp) inside of reverse mode grows less."});
  }

  const Function* inlinable(FunId id) override {
    const auto size = size_if_inlinable(id);
    if (!size || *size > most_inlined) return nullptr;
    expect_depth(depths[id], originals[id].span);
    return &originals[id];
  }

  std::optional<std::size_t> size_if_inlinable(FunId id) {
    const Function& function = original(id);
    if (function.recursive || function.constant || originals.count(id) == 0) return std::nullopt;
    prepare(id);
    return prepared[id];
  }

  /// Inlines the calls in [body]: all of them, or, where that would make it too large, the small
  /// ones. (Functions that call each other several times double what is derived with each.)
  void inline_in(Body& body) {
    constexpr std::size_t kMost = 20'000;  // statements
    const Contents found = contents_of(body);
    std::size_t calls = 0, sum = 0;
    for (const FunId callee : found.callees)
      if (const auto size = size_if_inlinable(callee)) {
        ++calls;
        sum += *size;
      }
    if (calls == 0) return;
    struct Around {
      std::size_t& most;
      std::size_t before;
      ~Around() { most = before; }
    } around{most_inlined, most_inlined};
    most_inlined = sum <= kMost ? kMost : kMost / calls;
    inline_calls(*this, functions_of.names, body);
  }

  /// Makes [id] ready for being derived, or inlined in what is: its calls inlined, what is the same
  /// in all iterations out of loops and lambdas, equal things once. It depends on the function
  /// alone.
  void prepare(FunId id) {
    support::expect_stack("A call of a function that calls others");
    if (prepared.count(id) > 0 || !preparing.insert(id).second) return;
    struct Preparing {
      std::unordered_set<FunId>& all;
      FunId one;
      ~Preparing() { all.erase(one); }
    } present{preparing, id};
    Body body = originals[id].body;
    inline_in(body);
    core::simplify_for_derivatives(functions_of, body, core::runs_of(originals[id]), checks);
    const Contents found = contents_of(body);
    // A call that stays takes more of a derivative than other statements do.
    constexpr std::size_t kOfCall = 3;
    originals[id].body = std::move(body);
    depths[id] = found.depth;
    prepared[id] = found.statements + kOfCall * found.callees.size();
  }

  /// The same of what is differentiated in [body].
  void inline_in_diffs(Body& body) {
    for (Stm& stm : body.stms) {
      const bool diff = std::holds_alternative<core::Diff>(stm.exp.node);
      core::visit(
          stm.exp, [](Atom&) {},
          [&](Body& inner, Binders&) {
            if (diff) {
              inline_in(inner);
            } else {
              inline_in_diffs(inner);
            }
          });
    }
  }

  /// Ready for being derived. Of a function that is expanded at present there is no derivative yet:
  /// it calls itself from within a Diff of its own, and would need derivatives without end.
  const Function* ready(FunId id) {
    expand(id);
    const auto found = originals.find(id);
    if (found == originals.end()) return nullptr;
    prepare(id);
    return &found->second;
  }

  const Function& derivable(FunId id) {
    const Function* function = ready(id);
    if (function == nullptr)
      throw support::UserError(support::Phase::run, functions_of[id].span,
                               "The recursive function \"" + functions_of[id].name +
                                   "\" needs the derivative of itself.");
    expect_depth(depths[id], function->span);
    return *function;
  }

  const std::vector<bool>& passed_on(FunId id) override {
    if (passed.count(id) == 0) {
      passed[id] = ad::passed_on(original(id), id);
      reverse.add_tapes(id, passed[id]);
    }
    return passed[id];
  }

  FunId reverse_of(FunId id, Wanted& wanted) override { return reverse.of(id, wanted); }
  const tape::TapedFunction& halves_of(FunId id, const tape::CallTape& by) override {
    return reverse.halves_of(id, by);
  }
  bool gives_place(FunId id) const override {
    return reverse.gives_place(id) || forward_places.count(id) > 0;
  }

  FunId define(FunId derived, Function made) {
    originals[derived] = made;
    functions_of[derived] = std::move(made);
    expanded.insert(derived);
    return derived;
  }

  FunId forward_of(FunId id, WantedForward& wanted) override {
    if (auto found = forward.find({id, wanted}); found != forward.end()) return found->second;
    const Function& function = derivable(id);
    close_tangents(*this, functions_of.names, function, id, wanted.params);
    if (auto found = forward.find({id, wanted}); found != forward.end()) return found->second;
    const FunId derived = functions_of.add({});
    forward[{id, wanted}] = derived;
    const bool place = gives_place(id);
    if (place) forward_places.insert(derived);
    return define(derived,
                  forward::function_of(*this, functions_of.names, function, wanted, place));
  }

  FunId silent_of(FunId id, const std::vector<bool>& dropped) override {
    if (auto found = silent.find({id, dropped}); found != silent.end()) return found->second;
    const Function& function = derivable(id);
    const FunId derived = functions_of.add({});
    silent[{id, dropped}] = derived;
    Function made = function;
    made.name = function.name + "'silent";
    made.params.clear();
    core::Substitution substitution;
    std::unordered_set<VarId> accs;
    for (std::size_t i = 0; i < function.params.size(); ++i) {
      const Binder own = functions_of.names.bind(function.params[i].type);
      substitution[function.params[i].id] = own.atom();
      if (dropped[i]) {
        accs.insert(own.id);
      } else {
        made.params.push_back(own);
      }
    }
    made.body = core::refresh(function.body, functions_of.names, std::move(substitution));
    rewrite::silence(*this, made.body, accs);
    return define(derived, std::move(made));
  }

  FunId sequential_of(FunId id, const std::vector<const core::WithAcc::Acc*>& accs) override {
    std::vector<std::uint64_t> key;
    for (const auto* acc : accs) {
      key.push_back(acc != nullptr ? 1 : 0);
      if (acc != nullptr) rewrite::append_identity(key, *acc, functions_of);
    }
    if (auto found = written_out.find({id, key}); found != written_out.end()) return found->second;
    const Function& function = derivable(id);
    const FunId derived = functions_of.add({});
    written_out[{id, key}] = derived;
    return define(derived, rewrite::sequential(*this, functions_of.names, function, accs));
  }

  // ------------------------------------------------------------------------------- expansion
  /// After an error: what has been begun is begun anew when it is asked for again.
  void forget_unfinished() {
    lengths.forget(0);
    const auto unfinished = [&](FunId id) { return originals.count(id) == 0; };
    const auto forget = [&](auto& derived) {
      std::erase_if(derived, [&](const auto& entry) { return unfinished(entry.second); });
    };
    reverse.forget(unfinished);
    roundings.forget(unfinished);
    forget(forward);
    std::erase_if(forward_places, unfinished);
    forget(silent);
    forget(written_out);
    std::erase_if(written, [&](const auto& row) { return unfinished(row.first); });
    std::erase_if(expanded, unfinished);
  }

  // ----------------------------------------------------------------------------------- lives
  void reach(FunId id, std::vector<FunId>& reached) const {
    for (const auto* code : {&originals, &written})
      if (const auto kept = code->find(id); kept != code->end())
        for (const FunId callee : core::callees_of(kept->second.body)) reached.push_back(callee);
    const auto derived = [&](const auto& known, auto first) {
      for (auto at = known.lower_bound(first); at != known.end() && std::get<0>(at->first) == id;
           ++at)
        reached.push_back(at->second);
    };
    reverse.reach(id, reached);
    roundings.reach(id, reached);
    derived(forward, std::pair{id, WantedForward{}});
    derived(silent, std::pair{id, std::vector<bool>{}});
    // (Those that are written out have operators of their callers in them: these keep them.)
  }

  void keep(const std::unordered_set<FunId>& kept) {
    const auto gone = [&](FunId id) { return kept.count(id) == 0; };
    const auto about_gone = [&](auto& about) {
      std::erase_if(about, [&](const auto& row) { return gone(row.first); });
    };
    const auto derived = [&](auto& known) {
      std::erase_if(
          known, [&](const auto& row) { return gone(std::get<0>(row.first)) || gone(row.second); });
    };
    std::erase_if(expanded, gone);
    about_gone(originals);
    about_gone(written);
    about_gone(depths);
    about_gone(prepared);
    about_gone(passed);
    nesting.keep(kept);
    reverse.keep(kept);
    roundings.keep(kept);
    derived(forward);
    std::erase_if(forward_places, gone);
    derived(silent);
    derived(written_out);
  }

  void expand(FunId id) {
    support::expect_stack("A call of a function that calls others");
    if (!expanded.insert(id).second) return;
    const Contents found = contents_of(functions_of[id].body);
    read += found.statements;
    for (FunId callee : found.callees) expand(callee);
    nesting.read(id, functions_of[id].body);
    if (found.diff) {
      written.try_emplace(id, functions_of[id]);
      Body body = functions_of[id].body;
      for (bool more = true; more;) {
        inline_in_diffs(body);
        core::simplify_for_derivatives(functions_of, body, core::runs_of(functions_of[id]), checks);
        more = expand(body).more;
      }
      functions_of[id].body = std::move(body);
    }
    originals[id] = functions_of[id];
    depths[id] = found.depth;
  }

  /// Variables that [body] uses, at any depth.
  static std::unordered_set<VarId> used_in(const Body& body) {
    std::unordered_set<VarId> used;
    for (const Atom& atom : body.results) used.insert(atom.var);
    for (const Stm& stm : body.stms)
      for (const Binder& free : core::free_variables(stm.exp)) used.insert(free.id);
    return used;
  }

  struct Met {
    bool any = false;   ///< something that is differentiated
    bool more = false;  ///< around another: it is still there
  };
  /// Expands what is differentiated in [body] and has nothing in it that is.
  Met expand(Body& body) {
    std::optional<std::unordered_set<VarId>> used;
    std::vector<Stm> out;
    out.reserve(body.stms.size());
    Met met;
    const std::size_t noted = lengths.noted();
    for (Stm& stm : body.stms) {
      Met inside;
      core::visit(
          stm.exp, [](Atom&) {},
          [&](Body& inner, Binders&) {
            const Met here = expand(inner);
            inside = {inside.any || here.any, inside.more || here.more};
          });
      auto* diff = std::get_if<core::Diff>(&stm.exp.node);
      const bool around = diff != nullptr && inside.any;
      met = {met.any || inside.any || diff != nullptr, met.more || inside.more || around};
      if (diff != nullptr && !around) {
        if (!used) used = used_in(body);
        std::vector<bool> wanted;
        for (const Binder& binder : stm.binders) wanted.push_back(used->count(binder.id) > 0);
        if (checks == core::Checks::in_each) run_before(*diff, out);
        if (!through_integers) roundings.stop_in(diff->function);
        Body derived = expansion(*diff, graph::Place(stm), wanted);
        // There may be 10^6 of them: to move them all again, because `out` grows, takes long.
        const std::size_t most =
            out.size() + derived.stms.size() + body.stms.size() + wanted.size();
        if (most > out.capacity()) out.reserve(std::max(most, 2 * out.capacity()));
        for (Stm& s : derived.stms) {
          out.push_back(std::move(s));
          support::spend(100);
        }
        for (std::size_t i = 0; i < stm.binders.size(); ++i)
          if (wanted[i])
            out.push_back(
                {{stm.binders[i]}, {core::Copy{derived.results[i]}}, stm.span, stm.inlined_at});
        continue;
      }
      lengths.note(stm);
      out.push_back(std::move(stm));
    }
    lengths.forget(noted);
    body.stms = std::move(out);
    return met;
  }

  /// Has what [diff] derives run in [out] as it is written: whatever fails there does so in the
  /// iteration that it is of, which the way back may not go through, or in another order.
  void run_before(const core::Diff& diff, std::vector<Stm>& out) {
    const auto is_acc = [](const auto& one) { return one.type.acc; };
    const Binders free = core::free_variables(diff.function);
    if (std::any_of(free.begin(), free.end(), is_acc) ||
        std::any_of(diff.primals.begin(), diff.primals.end(), is_acc))
      return;  // it would add to them once more
    core::Substitution arguments;
    for (std::size_t i = 0; i < diff.primals.size(); ++i)
      arguments[diff.function.params[i].id] = diff.primals[i];
    Body once = core::refresh(diff.function.body, functions_of.names, std::move(arguments));
    std::move(once.stms.begin(), once.stms.end(), std::back_inserter(out));
  }

  Body expansion(const core::Diff& diff, const graph::Place& place,
                 const std::vector<bool>& wanted) {
    expect_depth(contents_of(diff.function.body).depth, place.span);
    deriving = {diff.mode, place.span};
    return derive(*this, functions_of.names, diff, place, wanted, lengths);
  }
};

Differentiator::Differentiator(core::Program& program, core::Checks checks)
    : impl_(std::make_unique<Impl>(program, checks)) {}
Differentiator::~Differentiator() = default;
void Differentiator::expand(FunId function) {
  impl_->before = impl_->functions_of.names.last();
  try {
    impl_->expand(function);
  } catch (...) {
    impl_->forget_unfinished();
    throw;
  }
}
void Differentiator::expand_through_integers(FunId function) {
  // (What it calls keeps its own derivatives as they are.)
  for (const FunId callee : core::callees_of(impl_->functions_of[function].body)) expand(callee);
  struct Pass {
    bool& through;
    explicit Pass(bool& flag) : through(flag) { through = true; }
    ~Pass() { through = false; }
  } pass(impl_->through_integers);
  expand(function);
}
const Function& Differentiator::original(FunId function) {
  expand(function);
  return impl_->original(function);
}
const Function& Differentiator::written(FunId function) {
  const Function& expanded = original(function);
  const auto before = impl_->written.find(function);
  return before == impl_->written.end() ? expanded : before->second;
}
void Differentiator::write(FunId function, Function code) {
  impl_->written[function] = std::move(code);
}
void Differentiator::inline_in(Body& body) {
  for (const FunId callee : core::callees_of(body)) expand(callee);
  impl_->inline_in(body);
}
void Differentiator::reach(FunId function, std::vector<FunId>& reached) const {
  impl_->reach(function, reached);
}
void Differentiator::settle(FunId constant) {
  impl_->originals.erase(constant);
  impl_->written.erase(constant);
}
void Differentiator::keep(const std::unordered_set<FunId>& kept) { impl_->keep(kept); }
void Differentiator::each(const std::function<void(const Function&)>& visit) const {
  for (const auto* code : {&impl_->originals, &impl_->written})
    for (const auto& row : *code) visit(row.second);
}

}  // namespace laguz::ad
