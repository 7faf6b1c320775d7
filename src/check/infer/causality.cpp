// Causality: a size that is only known once something has been evaluated may not be needed before.
//
// Types are inferred for a definition as a whole, so the type of what is evaluated first can come
// to mention a size that an expression after it makes. This walks a definition in the order in
// which it is evaluated, and checks that the types of names, of empty arrays, holes and parameters
// mention only sizes that exist by then.
#include "check/infer/causality.hpp"

#include <unordered_map>

#include <fmt/format.h>

#include "check/state/type_error.hpp"
#include "check/types/size_exp.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {

using support::overloaded;
using typed::Exp;

namespace {

/// Visits the expressions right inside [exp], in no particular order.
template <class F>
void each_operand(const Exp& exp, F&& visit) {
  auto maybe = [&](const typed::ExpPtr& e) {
    if (e) visit(*e);
  };
  auto dims = [&](const std::vector<typed::DimIndex>& list) {
    for (const auto& dim : list) {
      maybe(dim.start);
      maybe(dim.end);
      maybe(dim.stride);
    }
  };
  std::visit(overloaded{
                 [](const typed::Number&) {},
                 [](const typed::Bool&) {},
                 [](const typed::Bytes&) {},
                 [](const typed::Var&) {},
                 [](const typed::Intrinsic&) {},
                 [&](const typed::Record& x) {
                   for (const auto& field : x.fields) visit(*field.second);
                 },
                 [&](const typed::Project& x) { visit(*x.record); },
                 [&](const typed::Array& x) {
                   for (const auto& element : x.elements) visit(*element);
                 },
                 [&](const typed::Index& x) {
                   visit(*x.array);
                   dims(x.dims);
                 },
                 [&](const typed::Update& x) {
                   visit(*x.base);
                   for (const auto& step : x.path)
                     if (const auto* list = std::get_if<std::vector<typed::DimIndex>>(&step.step))
                       dims(*list);
                   visit(*x.value);
                 },
                 [&](const typed::Constr& x) {
                   for (const auto& arg : x.args) visit(*arg);
                 },
                 [&](const typed::Apply& x) {
                   visit(*x.function);
                   for (const auto& arg : x.args) visit(*arg);
                 },
                 [&](const typed::Lambda& x) { visit(*x.body); },
                 [&](const typed::Let& x) {
                   visit(*x.value);
                   visit(*x.body);
                 },
                 [&](const typed::LetFun& x) {
                   visit(*x.value);
                   visit(*x.body);
                 },
                 [&](const typed::If& x) {
                   visit(*x.condition);
                   visit(*x.then_branch);
                   visit(*x.else_branch);
                 },
                 [&](const typed::Match& x) {
                   visit(*x.scrutinee);
                   for (const auto& row : x.cases) visit(*row.body);
                 },
                 [&](const typed::Loop& x) {
                   visit(*x.init);
                   if (const auto* form = std::get_if<typed::ForForm>(x.form.get()))
                     visit(*form->bound);
                   if (const auto* form = std::get_if<typed::ForInForm>(x.form.get()))
                     visit(*form->array);
                   if (const auto* form = std::get_if<typed::WhileForm>(x.form.get()))
                     visit(*form->condition);
                   visit(*x.body);
                 },
                 [&](const typed::Coerce& x) { visit(*x.inner); },
                 [&](const typed::Range& x) {
                   maybe(x.start);
                   maybe(x.second);
                   maybe(x.end);
                 },
                 [&](const typed::Assert& x) {
                   visit(*x.condition);
                   visit(*x.body);
                 },
                 [&](const typed::Attributed& x) { visit(*x.inner); },
                 [](const typed::Hole&) {},
             },
             exp.node);
}

class Causality {
 public:
  Causality(const std::unordered_set<ValId>& opened, Naming& naming)
      : opened_(opened), naming_(naming) {}

  /// Gathers the sizes that expressions make. True if there are any.
  bool collect(const Exp& first) {
    std::vector<const Exp*> open{&first};
    while (!open.empty()) {
      const Exp* exp = open.back();
      open.pop_back();
      for (const auto& binder : exp->existentials) made_by_.emplace(binder.first, exp->span);
      each_operand(*exp, [&](const Exp& inner) { open.push_back(&inner); });
    }
    return !made_by_.empty();
  }

  using Made = std::vector<ValId>;

  /// Checks [exp] with what is known; gives what it makes, to [made].
  void visit(const Exp& exp, Made& made) {
    // What an expression makes itself, a function in it may have given a type variable.
    for (const auto& binder : exp.existentials) ++known_[binder.first];
    inspect(exp, made);
    for (const auto& binder : exp.existentials) {
      forget({binder.first}, 0);
      made.push_back(binder.first);
    }
  }

 private:
  void inspect(const Exp& exp, Made& made) {
    std::visit(overloaded{
                   [&](const typed::Var& x) { check(exp.type, "", x.name, exp.span); },
                   [&](const typed::Intrinsic& x) { check(exp.type, "", x.name, exp.span); },
                   [&](const typed::Array& x) {
                     if (x.elements.empty()) check_made(exp.type, "the empty array", "", exp.span);
                     siblings(exp, made);
                   },
                   [&](const typed::Hole&) { check(exp.type, "the hole", "", exp.span); },
                   [&](const typed::Constr& x) {
                     const std::size_t mark = made.size();
                     for (const auto& arg : x.args) step(*arg, made);
                     check_made(exp.type, "#", x.name, exp.span);
                     forget(made, mark);
                   },
                   [&](const typed::Apply& x) { apply(x, made); },
                   [&](const typed::Lambda& x) {
                     for (const auto& param : x.params)
                       check(param->type, "the parameter", "", param->span);
                     Made inside;
                     visit(*x.body, inside);
                   },
                   [&](const typed::Let&) { lets(exp, made); },
                   [&](const typed::LetFun&) { lets(exp, made); },
                   [&](const typed::Match& x) {
                     const std::size_t mark = made.size();
                     step(*x.scrutinee, made);
                     for (const auto& row : x.cases) visit(*row.body, made);
                     forget(made, mark);
                   },
                   [&](const auto&) { siblings(exp, made); },
               },
               exp.node);
  }

  /// Operands that do not wait for one another.
  void siblings(const Exp& exp, Made& made) {
    each_operand(exp, [&](const Exp& inner) { visit(inner, made); });
  }

  /// What [exp] makes is known to what is visited next, until it is forgotten.
  void step(const Exp& exp, Made& made) {
    const std::size_t mark = made.size();
    visit(exp, made);
    for (std::size_t i = mark; i < made.size(); ++i) ++known_[made[i]];
  }
  void forget(const Made& made, std::size_t mark) {
    for (std::size_t i = mark; i < made.size(); ++i)
      if (auto found = known_.find(made[i]); found != known_.end() && --found->second == 0)
        known_.erase(found);
  }

  void apply(const typed::Apply& x, Made& made) {
    Made own;
    if (x.infix) {
      for (const auto& arg : x.args) step(*arg, own);
    } else {
      for (auto it = x.args.rbegin(); it != x.args.rend(); ++it) step(**it, own);
    }
    const std::size_t args = own.size();
    visit(*x.function, own);
    own.resize(std::max(args, own.size()));
    forget({own.begin(), own.begin() + static_cast<std::ptrdiff_t>(args)}, 0);
    made.insert(made.end(), own.begin(), own.end());
  }

  void lets(const Exp& first, Made& made) {
    Made own;
    const Exp* at = &first;
    std::vector<const Exp*> chain;
    while (true) {
      if (const auto* let = std::get_if<typed::Let>(&at->node)) {
        step(*let->value, own);
        chain.push_back(at);
        at = let->body.get();
      } else if (const auto* fun = std::get_if<typed::LetFun>(&at->node)) {
        Made inside;
        visit(*fun->value, inside);
        chain.push_back(at);
        at = fun->body.get();
      } else {
        break;
      }
    }
    const std::size_t lets = own.size();
    visit(*at, own);
    forget({own.begin(), own.begin() + static_cast<std::ptrdiff_t>(lets)}, 0);
    made.insert(made.end(), own.begin(), own.end());
    // The chain leaves together: the outermost one's own sizes are added by the caller.
    for (std::size_t i = 1; i < chain.size(); ++i)
      for (const auto& binder : chain[i]->existentials) made.push_back(binder.first);
  }

  static std::string text(std::string_view what, std::string_view name) {
    return name.empty() ? std::string(what) : fmt::format("\"{}{}\"", what, name);
  }

  /// What is made here and now cannot have a size that only a function chooses, wherever it is
  /// called.
  void check_made(const TypePtr& type, std::string_view what, std::string_view name,
                  Span span) const {
    check(type, what, name, span);
    each_size(type, [&](const SizePtr& size, bool inside) {
      each_id(size, [&](ValId id) {
        if (inside || !opened_.count(id) || made_by_.count(id)) return;
        const std::string told = show(size, &naming_);
        type_error(span,
                   fmt::format("Causality check: size \"{}\" needed for type of {}:\n  {}\nBut "
                               "\"{}\" is chosen by a function, each time that it is called.",
                               told, text(what, name), show(type, &naming_), told),
                   {}, "causality-check");
      });
    });
  }

  /// [what] it is, or the first letters of its [name].
  void check(const TypePtr& type, std::string_view what, std::string_view name, Span span) const {
    each_size(type, [&](const SizePtr& size, bool) {
      each_id(size, [&](ValId id) {
        auto found = made_by_.find(id);
        if (found == made_by_.end() || known_.count(id)) return;
        const std::string told = show(size, &naming_);
        type_error(
            span,
            fmt::format("Causality check: size \"{}\" needed for type of {}:\n  {}\nBut \"{}\" "
                        "is computed at {}.",
                        told, text(what, name), show(type, &naming_), told,
                        support::locate(found->second)),
            "bind the expression that makes it with 'let' beforehand.", "causality-check");
      });
    });
  }

  const std::unordered_set<ValId>& opened_;
  Naming& naming_;
  std::unordered_map<ValId, Span> made_by_;
  std::unordered_map<ValId, int> known_;
};

}  // namespace

void check_causality(const Exp& body, const std::unordered_set<ValId>& opened, Naming& naming) {
  Causality causality(opened, naming);
  if (!causality.collect(body) && opened.empty()) return;
  Causality::Made made;
  causality.visit(body, made);
}

}  // namespace laguz::check
