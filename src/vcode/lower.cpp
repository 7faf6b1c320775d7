#include "vcode/lower.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::vcode {
namespace {

/// More steps than that take longer to be allocated registers for than they are worth.
constexpr std::size_t kMostSteps = 700;

/// What makes a lowering end.
struct Refused {
  std::string_view why;
};

class Lowering {
 public:
  Unit run(const core::Stm& stm) {
    const auto& loop = std::get<core::Loop>(stm.exp.node);
    if (!loop.history.empty()) throw Refused{"what its iterations had is kept"};
    if (loop.counted && std::holds_alternative<core::WhileForm>(loop.form))
      throw Refused{"its iterations are counted"};
    Repeat whole;
    for (const core::Binder& param : loop.params) {
      if (param.type.rank > 0) {
        names_[param.id] = new_array(param, true);
        continue;
      }
      const Value begin = input(param);
      whole.states.push_back({value(param.type.elem), {begin, param.type.elem, 0}, {}});
      values_[param.id] = of(whole.states.back().state);
    }
    iterations(loop, whole);
    unit_.loop = std::move(whole);
    return std::move(unit_);
  }

 private:
  // ---- Values

  Value value(ScalarType type) {
    unit_.types.push_back(type);
    return static_cast<Value>(unit_.types.size() - 1);
  }
  Operand of(Value value) const { return {value, unit_.types[value], 0}; }

  Value input(const core::Binder& var) {
    const Value own = value(var.type.elem);
    unit_.inputs.push_back({var.id, own});
    return own;
  }

  Operand operand(const core::Atom& atom) {
    if (atom.is_constant()) return {{}, atom.type.elem, atom.bits};
    if (!atom.type.is_scalar()) throw Refused{"an array is looked at as a whole"};
    if (const auto known = values_.find(atom.var); known != values_.end()) return known->second;
    return values_[atom.var] = of(input({atom.var, atom.type}));
  }
  Operands operands(const core::Atoms& atoms) {
    Operands all;
    for (const core::Atom& atom : atoms) all.push_back(operand(atom));
    return all;
  }

  Value bind(const core::Binder& binder) {
    const Value own = value(binder.type.elem);
    values_[binder.id] = of(own);
    return own;
  }

  // ---- Arrays

  ArrayNumber new_array(const core::Binder& var, bool writable) {
    if (var.type.acc) throw Refused{"it adds to an accumulator"};
    const auto number = static_cast<ArrayNumber>(unit_.arrays.size());
    unit_.arrays.push_back({var.id, var.type.elem, var.type.rank});
    fresh_.push_back({var.id});
    if (writable) writable_.insert(number);
    return number;
  }

  /// Of what is in memory now.
  ArrayNumber array(const core::Atom& atom) {
    if (names_.count(atom.var) == 0) names_[atom.var] = new_array({atom.var, atom.type}, false);
    const ArrayNumber number = names_.at(atom.var);
    if (fresh_[number].count(atom.var) == 0)
      throw Refused{"an array is read that has been overwritten"};
    return number;
  }

  /// From now on [var], and nothing else, is what is in memory.
  void rename(ArrayNumber array, core::VarId var) {
    names_[var] = array;
    fresh_[array] = {var};
  }

  // ---- Sites

  SiteNumber site(Site::Kind kind, const core::Stm& stm) {
    Site site;
    site.kind = kind;
    site.span = stm.span;
    site.inlined_at = stm.inlined_at.get();
    unit_.sites.push_back(std::move(site));
    return static_cast<SiteNumber>(unit_.sites.size() - 1);
  }

  // ---- Statements

  void count_step() {
    if (++unit_.size > kMostSteps) throw Refused{"it is too long"};
  }

  void add(Code& code, std::variant<Apply, Length, Load, Store, Check, Branch, Repeat> node) {
    count_step();
    code.push_back({std::move(node)});
  }

  void body(const core::Body& body, Code& code) {
    support::expect_stack("a loop or branch");
    for (const core::Stm& stm : body.stms) statement(stm, code);
  }

  void statement(const core::Stm& stm, Code& code) {
    using support::overloaded;
    std::visit(overloaded{
                   [&](const core::Copy& copy) { same(stm.binders[0], copy.atom); },
                   [&](const core::PrimApp& app) { apply(stm, app, code); },
                   [&](const core::Index& index) { load(stm, index, code); },
                   [&](const core::Update& update) { store(stm, update, code); },
                   [&](const core::Assert& check) { assertion(stm, check, code); },
                   [&](const core::If& choice) { branch(stm, choice, code); },
                   [&](const core::Loop& loop) { repeat(stm, loop, code); },
                   [&](const core::ArrayApp& app) { length(stm, app, code); },
                   [](const core::Soac&) { throw Refused{"there is a Soac in it"}; },
                   [](const core::Slice&) { throw Refused{"it takes parts of arrays"}; },
                   [](const core::Call&) { throw Refused{"it calls a function"}; },
                   [](const core::Trace&) { throw Refused{"it is traced"}; },
                   [](const auto&) { throw Refused{"it makes arrays"}; },
               },
               stm.exp.node);
  }

  void same(const core::Binder& binder, const core::Atom& atom) {
    if (binder.type.rank == 0) {
      values_[binder.id] = operand(atom);
      return;
    }
    const ArrayNumber number = array(atom);
    names_[binder.id] = number;
    fresh_[number].insert(binder.id);
  }

  void apply(const core::Stm& stm, const core::PrimApp& app, Code& code) {
    Apply step{app.prim, operands(app.args), bind(stm.binders[0]), {}};
    const prims::Guard guard = prims::row_of(app.prim).guard[static_cast<int>(app.prim.type)];
    if (guard != prims::Guard::none) {
      step.site = site(Site::Kind::guard, stm);
      unit_.sites.back().guard = guard;
    }
    add(code, std::move(step));
  }

  void length(const core::Stm& stm, const core::ArrayApp& app, Code& code) {
    if (app.op != core::ArrayOp::shape) throw Refused{"it makes arrays"};
    const ArrayNumber of = array(app.args[0]);
    add(code, Length{of, static_cast<int>(app.attrs[0]), bind(stm.binders[0])});
  }

  void load(const core::Stm& stm, const core::Index& index, Code& code) {
    if (stm.binders[0].type.rank > 0) throw Refused{"it takes rows of arrays"};
    Operands indices = operands(index.indices);
    const ArrayNumber of = array(index.array);
    const SiteNumber at = site(Site::Kind::index, stm);
    unit_.sites[at].array = of;
    unit_.sites[at].index = &index;
    unit_.sites[at].numbers = indices;
    add(code, Load{of, std::move(indices), bind(stm.binders[0]), at});
  }

  void store(const core::Stm& stm, const core::Update& update, Code& code) {
    Operands indices;
    for (const core::DimSlice& dim : update.dims) {
      if (!dim.fixed) throw Refused{"it writes parts of arrays"};
      indices.push_back(operand(dim.index));
    }
    if (update.value.type.rank > 0 || indices.size() != update.array.type.rank)
      throw Refused{"it writes rows of arrays"};
    Operand what = operand(update.value);
    const ArrayNumber to = array(update.array);
    if (writable_.count(to) == 0) throw Refused{"it writes to copies of arrays"};
    const SiteNumber at = site(Site::Kind::update, stm);
    unit_.sites[at].array = to;
    unit_.sites[at].numbers = indices;
    unit_.arrays[to].written = true;
    add(code, Store{to, std::move(indices), std::move(what), at});
    rename(to, stm.binders[0].id);
  }

  void assertion(const core::Stm& stm, const core::Assert& check, Code& code) {
    Operand condition = operand(check.condition);
    Operands numbers;
    for (const auto& part : check.message)
      if (const auto* atom = std::get_if<core::Atom>(&part)) numbers.push_back(operand(*atom));
    const SiteNumber at = site(Site::Kind::check, stm);
    unit_.sites[at].check = &check;
    unit_.sites[at].numbers = std::move(numbers);
    add(code, Check{std::move(condition), at});
  }

  void branch(const core::Stm& stm, const core::If& choice, Code& code) {
    Branch step;
    step.condition = operand(choice.condition);
    auto before = fresh_;
    body(choice.then_body, step.yes);
    const auto after_yes = std::move(fresh_);
    for (std::size_t more = before.size(); more < after_yes.size(); ++more)
      before.push_back({unit_.arrays[more].var});  // met there, and only read
    fresh_ = before;
    body(choice.else_body, step.no);
    std::vector<std::pair<ArrayNumber, core::VarId>> results;
    for (std::size_t r = 0; r < stm.binders.size(); ++r) {
      const core::Binder& binder = stm.binders[r];
      const core::Atom &yes = choice.then_body.results[r], &no = choice.else_body.results[r];
      if (binder.type.rank == 0) {
        Operand a = operand(yes), b = operand(no);
        step.results.push_back({bind(binder), std::move(a), std::move(b)});
        continue;
      }
      const ArrayNumber to = array(no);
      const auto other = names_.find(yes.var);
      if (other == names_.end() || other->second != to || to >= after_yes.size() ||
          after_yes[to].count(yes.var) == 0)
        throw Refused{"it chooses between arrays"};
      results.emplace_back(to, binder.id);
    }
    for (std::size_t a = 0; a < before.size(); ++a)
      if (fresh_[a] != before[a] || after_yes[a] != before[a]) fresh_[a].clear();
    for (const auto& [to, var] : results) {
      names_[var] = to;
      fresh_[to].insert(var);
    }
    add(code, std::move(step));
  }

  void repeat(const core::Stm& stm, const core::Loop& loop, Code& code) {
    if (!loop.history.empty()) throw Refused{"what iterations of a loop in it had is kept"};
    if (loop.counted) throw Refused{"iterations of a loop in it are counted"};
    Repeat step;
    const auto around = writable_;
    std::unordered_set<ArrayNumber> states;
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      const core::Binder& param = loop.params[k];
      if (param.type.rank == 0) {
        Operand init = operand(loop.inits[k]);
        step.states.push_back({value(param.type.elem), std::move(init), {}});
        continue;
      }
      const ArrayNumber of = array(loop.inits[k]);
      if (around.count(of) == 0 || !states.insert(of).second)
        throw Refused{"a loop in it begins with a copy of an array"};
    }
    std::size_t scalar = 0;
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      const core::Binder& param = loop.params[k];
      if (param.type.rank == 0)
        values_[param.id] = of(step.states[scalar++].state);
      else
        rename(names_.at(loop.inits[k].var), param.id);
    }
    writable_ = states;
    iterations(loop, step);
    writable_ = around;
    scalar = 0;
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      const core::Binder& binder = stm.binders[k];
      if (binder.type.rank == 0)
        values_[binder.id] = of(step.states[scalar++].state);
      else
        rename(names_.at(loop.params[k].id), binder.id);
    }
    add(code, std::move(step));
  }

  /// Its form, its body, and what its states, which have begun, become.
  void iterations(const core::Loop& loop, Repeat& step) {
    if (const auto* count = std::get_if<core::ForForm>(&loop.form)) {
      if (count->down) throw Refused{"it counts down"};
      Operand bound = operand(count->bound);
      const Value index = bind(count->index);
      step.form = Repeat::Count{index, std::move(bound)};
    } else {
      Repeat::While form;
      const auto& condition = std::get<core::WhileForm>(loop.form).condition;
      body(condition, form.condition);
      form.holds = operand(condition.results[0]);
      step.form = std::move(form);
    }
    body(loop.body, step.body);
    std::size_t scalar = 0;
    for (std::size_t k = 0; k < loop.params.size(); ++k) {
      const core::Atom& next = loop.body.results[k];
      if (loop.params[k].type.rank == 0) {
        step.states[scalar++].next = operand(next);
        continue;
      }
      // (The same one, as it is now.)
      const ArrayNumber own = names_.at(loop.params[k].id);
      if (array(next) != own) throw Refused{"arrays of its states change places"};
    }
  }

  Unit unit_;
  std::unordered_map<core::VarId, Operand> values_;
  std::unordered_map<core::VarId, ArrayNumber> names_;
  /// By array: the variables that are what is in its memory.
  std::vector<std::unordered_set<core::VarId>> fresh_;
  std::unordered_set<ArrayNumber> writable_;
};

}  // namespace

std::variant<Unit, WhyNot> lower(const core::Stm& stm) {
  try {
    return Lowering().run(stm);
  } catch (const Refused& refused) {
    return WhyNot{refused.why};
  }
}

}  // namespace laguz::vcode
