#include "core/map_nests.hpp"

#include <unordered_map>

#include "core/passes.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

/// Long rows fill tiles, and short ones do when there are not many of them.
constexpr std::int64_t kLongRow = 256, kShortRow = 64;
/// Of those that add beside: a log is dearer than tiles that are not full.
constexpr std::int64_t kShortRowBeside = 16;

/// Statements that cost little beside a row, and may be made anew for every tile of it.
bool is_light(const Exp& exp) {
  if (const auto* app = std::get_if<ArrayApp>(&exp.node))
    return row_of(app->op).cost != ElementCost::work;
  return std::holds_alternative<PrimApp>(exp.node) || std::holds_alternative<Copy>(exp.node) ||
         std::holds_alternative<Index>(exp.node) || std::holds_alternative<Slice>(exp.node) ||
         std::holds_alternative<Assert>(exp.node);
}

class Beside {
 public:
  explicit Beside(const Soac& map) {
    for (const Binder& param : map.lambda.params) own_.insert(param.id);
    look(map.lambda.body);
  }
  bool found() const { return found_; }

 private:
  void look(const Body& body) {
    for (const Stm& stm : body.stms) {
      if (const auto* prim = std::get_if<PrimApp>(&stm.exp.node))
        if (prims::op_of(prim->prim) == prims::Op::add) made_[stm.binders[0].id] = prim;
      if (const auto* update = std::get_if<AccUpdate>(&stm.exp.node))
        for (const Atom& index : update->indices) found_ = found_ || is_beside(index);
      visit(
          stm.exp, [](const Atom&) {},
          [this](const Body& inner, const Binders& params) {
            for (const Binder& param : params) inside_.insert(param.id);
            look(inner);
          });
    }
  }

  bool is_beside(const Atom& index) const {
    constexpr std::size_t kMostTerms = 8;
    bool own = false, inside = false;
    Atoms terms{index};
    for (std::size_t t = 0; t < terms.size() && t < kMostTerms; ++t) {
      own = own || own_.count(terms[t].var) > 0;
      inside = inside || inside_.count(terms[t].var) > 0;
      const auto sum = made_.find(terms[t].var);
      if (sum != made_.end())
        terms.insert(terms.end(), sum->second->args.begin(), sum->second->args.end());
    }
    return own && inside;
  }

  VarSet own_, inside_;
  std::unordered_map<VarId, const PrimApp*> made_;
  bool found_ = false;
};

}  // namespace

const Soac* inner_map(const Soac& soac) {
  const Body& outer = soac.lambda.body;
  if (!soac.reduces.empty() || !soac.scans.empty() || outer.stms.empty()) return nullptr;
  const auto* inner = std::get_if<Soac>(&outer.stms.back().exp.node);
  if (inner == nullptr || !inner->reduces.empty() || !inner->scans.empty()) return nullptr;
  const Binders& made = outer.stms.back().binders;
  if (made.size() != outer.results.size()) return nullptr;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (outer.results[i].var != made[i].id) return nullptr;
  VarSet bound;
  for (const Binder& param : soac.lambda.params) bound.insert(param.id);
  for (std::size_t i = 0; i + 1 < outer.stms.size(); ++i) {
    if (!is_light(outer.stms[i].exp)) return nullptr;
    for (const Binder& binder : outer.stms[i].binders) bound.insert(binder.id);
  }
  if (!inner->width.is_constant() && bound.count(inner->width.var) != 0) return nullptr;
  return inner;
}

bool adds_beside(const Soac& map) { return Beside(map).found(); }

AlongRows::AlongRows(const Soac& inner)
    : shortest_(adds_beside(inner) ? kShortRowBeside : kShortRow) {}

bool AlongRows::asked(std::int64_t rows, std::int64_t columns) const {
  return columns >= kLongRow || (columns >= shortest_ && columns >= rows);
}

Atom AlongRows::asked(Builder& builder, const Atom& rows, const Atom& columns) const {
  const Atom is_long = builder.prim("le", {Atom::i64(kLongRow), columns});
  const Atom is_short = builder.prim("le", {Atom::i64(shortest_), columns});
  const Atom are_few = builder.prim("le", {rows, columns});
  return builder.prim("or", {is_long, builder.prim("and", {is_short, are_few})});
}

}  // namespace laguz::core
