#include "check/breakpoints.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <variant>

#include "check/types/size_exp.hpp"
#include "support/deep_stack.hpp"
#include "support/overloaded.hpp"

namespace laguz::check {
namespace {

using support::overloaded;
using typed::Exp;
using typed::ExpPtr;
using typed::LocalName;
using typed::PatPtr;

int begins_on(support::Span span) { return span.file->position(span.lo).line; }

void add_pattern_names(const PatPtr& pattern, std::vector<LocalName>& names) {
  std::visit(overloaded{[&](const typed::PatVar& x) {
                          names.push_back({x.id, x.name, pattern->type});
                        },
                        [](const typed::PatWild&) {},
                        [&](const typed::PatRecord& x) {
                          for (const auto& field : x.fields) add_pattern_names(field.second, names);
                        },
                        [](const typed::PatLit&) {},
                        [&](const typed::PatConstr& x) {
                          for (const PatPtr& arg : x.args) add_pattern_names(arg, names);
                        }},
             pattern->node);
}

/// Those of [def]: its sizes, as far as they have been given names, and its parameters.
std::vector<LocalName> parameters_of(const typed::Def& def) {
  const std::string_view text = def.span.file->text();
  const std::string_view head = text.substr(def.span.lo, def.body->span.lo - def.span.lo);
  std::vector<LocalName> names;
  for (const auto& [id, name] : def.scheme.sizes)
    if (head.find("[" + name + "]") != std::string_view::npos)
      names.push_back({id, name, scalar_type(support::ScalarType::i64)});
  for (const PatPtr& param : def.params) add_pattern_names(param, names);
  return names;
}

/// From the outside in, with the names that hold.
class Walk {
 public:
  using Visit = support::FunctionRef<void(const ExpPtr& exp, const std::vector<LocalName>& names)>;
  explicit Walk(Visit visit) : visit_(visit) {}

  void over(const typed::Def& def) {
    names_ = parameters_of(def);
    look(def.body);
  }

 private:
  void look(const ExpPtr& exp) {
    support::expect_stack("A function with a breakpoint");
    visit_(exp, names_);
    std::visit(*this, exp->node);
  }
  void look(const std::vector<ExpPtr>& exps) {
    for (const ExpPtr& exp : exps) look(exp);
  }
  void look(const std::vector<typed::DimIndex>& dims) {
    for (const typed::DimIndex& dim : dims)
      for (const ExpPtr& exp : {dim.start, dim.end, dim.stride})
        if (exp != nullptr) look(exp);
  }
  /// [exp] stands where the names in [patterns] hold.
  void look(const std::vector<PatPtr>& patterns, const ExpPtr& exp) {
    const std::size_t outside = names_.size();
    for (const PatPtr& pattern : patterns) add_pattern_names(pattern, names_);
    look(exp);
    names_.resize(outside);
  }

 public:
  void operator()(const typed::Number&) {}
  void operator()(const typed::Bool&) {}
  void operator()(const typed::Bytes&) {}
  void operator()(const typed::Var&) {}
  void operator()(const typed::Intrinsic&) {}
  void operator()(const typed::Hole&) {}
  void operator()(const typed::Record& x) {
    for (const auto& field : x.fields) look(field.second);
  }
  void operator()(const typed::Project& x) { look(x.record); }
  void operator()(const typed::Array& x) { look(x.elements); }
  void operator()(const typed::Index& x) {
    look(x.array);
    look(x.dims);
  }
  void operator()(const typed::Update& x) {
    look(x.base);
    for (const typed::UpdateStep& step : x.path)
      if (const auto* dims = std::get_if<std::vector<typed::DimIndex>>(&step.step)) look(*dims);
    look(x.value);
  }
  void operator()(const typed::Constr& x) { look(x.args); }
  void operator()(const typed::Apply& x) {
    look(x.function);
    look(x.args);
  }
  // (A section's names are not the program's.)
  void operator()(const typed::Lambda& x) {
    look(x.section ? std::vector<PatPtr>() : x.params, x.body);
  }
  void operator()(const typed::Let& x) {
    look(x.value);
    look(x.section ? std::vector<PatPtr>() : std::vector{x.pattern}, x.body);
  }
  void operator()(const typed::LetFun& x) {
    look(x.params, x.value);
    look(x.body);
  }
  void operator()(const typed::If& x) {
    look(x.condition);
    look(x.then_branch);
    look(x.else_branch);
  }
  void operator()(const typed::Match& x) {
    look(x.scrutinee);
    for (const typed::Case& one : x.cases) look({one.pattern}, one.body);
  }
  void operator()(const typed::Loop& x) {
    look(x.init);
    std::vector<PatPtr> patterns{x.param};
    std::visit(overloaded{[&](const typed::ForForm& form) {
                            look(form.bound);
                            auto index = std::make_shared<typed::Pat>();
                            index->node = typed::PatVar{form.index, form.name};
                            index->type = form.type;
                            patterns.push_back(std::move(index));
                          },
                          [&](const typed::ForInForm& form) {
                            look(form.array);
                            patterns.push_back(form.pattern);
                          },
                          [&](const typed::WhileForm& form) { look(patterns, form.condition); }},
               *x.form);
    look(patterns, x.body);
  }
  void operator()(const typed::Coerce& x) { look(x.inner); }
  void operator()(const typed::Range& x) {
    look(x.start);
    if (x.second != nullptr) look(x.second);
    look(x.end);
  }
  void operator()(const typed::Assert& x) {
    look(x.condition);
    look(x.body);
  }
  void operator()(const typed::Attributed& x) { look(x.inner); }

 private:
  Visit visit_;
  std::vector<LocalName> names_;
};

/// The breakpoint that has been set at [place], if it is one.
const typed::Attributed* set_break_at(const BreakPlace& place) {
  const auto* attributed = std::get_if<typed::Attributed>(&place.at->node);
  const bool set = attributed != nullptr && attributed->visible != nullptr &&
                   !attributed->attr->span;  // (it stands nowhere in a text)
  return set ? attributed : nullptr;
}

}  // namespace

BreakPlace break_place(const typed::Def& def) {
  return {def.body, not_hidden(parameters_of(def)), begins_on(def.body->span)};
}

std::optional<BreakPlace> break_place(const typed::Def& def, int line) {
  // The first one on the nearest line.
  std::optional<BreakPlace> found;
  Walk([&](const ExpPtr& exp, const std::vector<LocalName>& names) {
    const int at = exp->span ? begins_on(exp->span) : 0;
    if (at >= line && (!found || at < found->line)) found = {exp, not_hidden(names), at};
  }).over(def);
  return found;
}

void each_step(
    const typed::Def& def,
    support::FunctionRef<void(const Exp& exp, const std::vector<LocalName>& names)> visit) {
  Walk([&](const ExpPtr& exp, const std::vector<LocalName>& names) {
    visit(*exp, names);
  }).over(def);
}

std::vector<LocalName> not_hidden(const std::vector<LocalName>& names) {
  std::vector<LocalName> out;
  for (auto name = names.begin(); name != names.end(); ++name)
    if (std::none_of(name + 1, names.end(),
                     [&](const LocalName& later) { return later.name == name->name; }))
      out.push_back(*name);
  return out;
}

void set_break(const BreakPlace& place) {
  if (set_break_at(place) != nullptr) return;
  auto attr = std::make_shared<ast::Attr>();
  attr->name = "break";
  Exp& at = *place.at;
  auto inner = std::make_shared<Exp>(at);
  at.existentials.clear();
  at.node = typed::Attributed{std::move(attr), std::move(inner),
                              std::make_shared<std::vector<LocalName>>(place.names)};
}

void clear_break(const BreakPlace& place) {
  if (const auto* set = set_break_at(place)) {
    const ExpPtr inner = set->inner;
    *place.at = *inner;
  }
}

}  // namespace laguz::check
