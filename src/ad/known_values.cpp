#include "ad/known_values.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <variant>

#include "ad/nesting.hpp"
#include "core/builder.hpp"
#include "core/optimise.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"

namespace laguz::ad {
namespace {

using core::Atom;
using core::Atoms;
using core::Body;
using core::Builder;
using core::FunId;
using core::Stm;

/// Numbers that are written, and arrays that are made of nothing else.
class Written {
 public:
  explicit Written(const Body& body) {
    for (const Stm& stm : body.stms)
      if (stm.binders.size() == 1) made_[stm.binders[0].id] = &stm;
  }

  /// Appends what [atom] is to [body], if it is such; each of them once.
  bool write(const Atom& atom, Body& body, core::Substitution& done, core::Names& names) const {
    if (atom.is_constant() || done.count(atom.var) > 0) return true;
    const auto found = made_.find(atom.var);
    if (found == made_.end() || !is_written(found->second->exp)) return false;
    bool all = true;
    core::visit(
        found->second->exp,
        [&](const Atom& operand) { all = all && write(operand, body, done, names); },
        [](const Body&, const core::Binders&) {});
    if (!all) return false;
    Stm stm = *found->second;
    stm.exp = core::refresh(stm.exp, names, done);
    stm.binders[0] = names.bind(atom.type);
    done[atom.var] = stm.binders[0].atom();
    body.stms.push_back(std::move(stm));
    return true;
  }

 private:
  static bool is_written(const core::Exp& exp) {
    const auto* app = std::get_if<core::ArrayApp>(&exp.node);
    return std::holds_alternative<core::ArrayLit>(exp.node) ||
           (app != nullptr && core::is_written_down(app->op));
  }
  std::unordered_map<core::VarId, const Stm*> made_;
};

/// [array], of which some lengths are known.
Atom with_lengths(Builder& b, const Atom& array, const Atoms& lengths) {
  Atoms args{array};
  for (std::size_t d = 0; d < lengths.size(); ++d)
    args.push_back(lengths[d].is_constant() ? lengths[d] : b.shape(array, static_cast<int>(d)));
  return b.array_op(core::ArrayOp::reshape, std::move(args), array.type);
}

bool any_constant(const Atoms& atoms) {
  return std::any_of(atoms.begin(), atoms.end(), [](const Atom& a) { return a.is_constant(); });
}

/// The lengths of a value that there is.
Atoms lengths_of(const runtime::Value& value) {
  Atoms lengths;
  const auto* array = std::get_if<runtime::Array>(&value);
  if (array == nullptr) return lengths;
  for (int d = 0; d < array->rank(); ++d) lengths.push_back(Atom::i64(array->shape()[d]));
  return lengths;
}

/// Of the last of [nodes], whose code is [most] statements at most.
std::vector<FunId> within(const graph::SessionGraph& graph, const std::vector<FunId>& nodes,
                          std::size_t most) {
  std::vector<FunId> found;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    const std::size_t size = contents_of(graph.code(*node).body).statements;
    if (size > most) break;
    most -= size;
    found.push_back(*node);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

}  // namespace

void give_values(Body& body, const Values& values) {
  std::vector<Stm> stms = std::move(body.stms);
  body.stms.clear();
  for (Stm& stm : stms) {
    if (std::holds_alternative<core::Trace>(stm.exp.node)) continue;
    core::visit(
        stm.exp, [](Atom&) {}, [&](Body& inner, core::Binders&) { give_values(inner, values); });
    auto* call = std::get_if<core::Call>(&stm.exp.node);
    const auto known = call != nullptr ? values.find(call->function) : values.end();
    if (known == values.end()) {
      body.stms.push_back(std::move(stm));
      continue;
    }
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      body.stms.push_back(
          {{stm.binders[i]}, {core::Copy{known->second[i]}}, stm.span, stm.inlined_at});
  }
}

std::map<FunId, Body> known_values(const graph::SessionGraph& graph, core::Program& program,
                                   Differentiator& differentiator,
                                   const std::vector<FunId>& nodes) {
  constexpr std::size_t kMost = 20'000;  // statements
  const std::vector<FunId> asked = within(graph, nodes, kMost);
  Values values;
  Body all;
  for (const FunId node : asked) {
    const core::Function& function = program[node];
    Body code;
    if (function.has_body() || function.known == nullptr) {
      code = core::refresh(differentiator.original(node).body, program.names);
      differentiator.inline_in(code);
      give_values(code, values);
    } else {
      Builder b(program.names);
      Atoms results = b.emit({core::Call{node, {}}}, function.results);
      for (std::size_t i = 0; i < results.size(); ++i)
        if (const Atoms lengths = lengths_of((*function.known)[i]); !lengths.empty())
          results[i] = with_lengths(b, results[i], lengths);
      code = b.finish(std::move(results));
    }
    values[node] = std::move(code.results);
    std::move(code.stms.begin(), code.stms.end(), std::back_inserter(all.stms));
  }
  Builder lengths(program.names);
  for (const FunId node : asked)
    for (const Atom& result : values[node]) {
      all.results.push_back(result);
      if (result.type.rank == 0) continue;
      const Atoms shape = lengths.shape(result);
      all.results.insert(all.results.end(), shape.begin(), shape.end());
    }
  Body asks = lengths.finish({});
  std::move(asks.stms.begin(), asks.stms.end(), std::back_inserter(all.stms));
  core::simplify_for_derivatives(program, all, core::Runs::once);

  const Written written(all);
  std::map<FunId, Body> known;
  auto result = all.results.begin();
  for (const FunId node : asked) {
    Builder b(program.names);
    Atoms results = b.emit({core::Call{node, {}}}, program[node].results);
    Body body = b.finish({});
    core::Substitution done;
    bool any = false;
    for (const Atom& own : results) {
      const Atom found = *result++;
      const Atoms shape(result, result + own.type.rank);
      result += own.type.rank;
      if (written.write(found, body, done, program.names)) {
        body.results.push_back(core::replaced(found, done));
        any = true;
      } else if (any_constant(shape)) {
        Builder more(program.names);
        body.results.push_back(with_lengths(more, own, shape));
        Body made = more.finish({});
        std::move(made.stms.begin(), made.stms.end(), std::back_inserter(body.stms));
        any = true;
      } else {
        body.results.push_back(own);
      }
    }
    if (any) known[node] = std::move(body);
  }
  return known;
}

}  // namespace laguz::ad
