#include "engine/written_as.hpp"

#include <algorithm>
#include <unordered_set>

#include "engine/literal.hpp"

namespace laguz::engine {

namespace typed = check::typed;

namespace {

using typed::ExpPtr;

class Strings {
 public:
  explicit Strings(const check::Checker& names) : names_(names) {}

  bool in(const ExpPtr& exp) { return exp != nullptr && std::visit(*this, exp->node); }

  bool operator()(const typed::Bytes&) { return true; }
  bool operator()(const typed::Number&) { return false; }
  bool operator()(const typed::Bool&) { return false; }
  bool operator()(const typed::Intrinsic&) { return false; }
  bool operator()(const typed::Range&) { return false; }
  bool operator()(const typed::Hole&) { return true; }  // (data that has been read)
  bool operator()(const typed::Var& var) {
    const Def* named = names_.find_def(var.id);
    return named != nullptr && seen_.insert(var.id).second && in(named->body);
  }
  bool operator()(const typed::Record& record) {
    return std::any_of(record.fields.begin(), record.fields.end(),
                       [&](const auto& field) { return in(field.second); });
  }
  bool operator()(const typed::Project& project) { return in(project.record); }
  bool operator()(const typed::Array& array) { return in_one_of(array.elements); }
  bool operator()(const typed::Index& index) { return in(index.array); }
  bool operator()(const typed::Update& update) { return in(update.base); }
  bool operator()(const typed::Constr& constr) { return in_one_of(constr.args); }
  bool operator()(const typed::Apply& apply) { return in(apply.function) || in_one_of(apply.args); }
  bool operator()(const typed::Lambda& lambda) { return in(lambda.body); }
  bool operator()(const typed::Let& let) { return in(let.body) || in(let.value); }
  bool operator()(const typed::LetFun& let) { return in(let.body) || in(let.value); }
  bool operator()(const typed::If& branch) {
    return in(branch.then_branch) || in(branch.else_branch);
  }
  bool operator()(const typed::Match& match) {
    return std::any_of(match.cases.begin(), match.cases.end(),
                       [&](const typed::Case& one) { return in(one.body); });
  }
  bool operator()(const typed::Loop& loop) { return in(loop.init) || in(loop.body); }
  bool operator()(const typed::Coerce& coerce) { return in(coerce.inner); }
  bool operator()(const typed::Assert& assertion) { return in(assertion.body); }
  bool operator()(const typed::Attributed& attributed) { return in(attributed.inner); }

 private:
  bool in_one_of(const std::vector<ExpPtr>& exps) {
    return std::any_of(exps.begin(), exps.end(), [&](const ExpPtr& exp) { return in(exp); });
  }

  const check::Checker& names_;
  std::unordered_set<check::ValId> seen_;  ///< definitions: each once
};

/// Appends what is known of the flat values of [exp].
void mark(const check::Checker& names, const typed::Exp* exp, const core::View& view,
          std::vector<bool>& marks) {
  for (const typed::Var* var = nullptr;
       exp != nullptr && (var = std::get_if<typed::Var>(&exp->node)) != nullptr;) {
    const Def* named = names.find_def(var->id);
    if (named == nullptr || !named->params.empty() || named->body == nullptr) break;
    exp = named->body.get();
  }
  const auto* record = exp == nullptr ? nullptr : std::get_if<typed::Record>(&exp->node);
  const bool parts = record != nullptr && (view.kind == core::View::Kind::tuple ||
                                           view.kind == core::View::Kind::record);
  if (parts) {
    for (const auto& [name, part] : view.parts) {
      const auto field = std::find_if(record->fields.begin(), record->fields.end(),
                                      [&](const auto& one) { return one.first == name; });
      mark(names, field == record->fields.end() ? nullptr : field->second.get(), part, marks);
    }
    return;
  }
  const bool found = exp != nullptr && std::visit(Strings(names), exp->node);
  marks.insert(marks.end(), width(view), found);
}

}  // namespace

std::vector<bool> from_strings(const check::Checker& names, const Def& def,
                               const core::View& view) {
  std::vector<bool> marks;
  mark(names, def.body.get(), view, marks);
  return marks;
}

std::vector<std::string> parameter_names(const Def& def) {
  std::vector<std::string> names;
  for (const auto& param : def.params) {
    const auto* var = std::get_if<typed::PatVar>(&param->node);
    names.push_back(var != nullptr ? var->name : std::string());
  }
  return names;
}

const check::Scheme& scheme_of(const check::Checker& names, const Def& def) {
  const auto* var = def.body != nullptr ? std::get_if<typed::Var>(&def.body->node) : nullptr;
  const Def* named = var != nullptr ? names.find_def(var->id) : nullptr;
  return (named != nullptr && is_general(*named) ? *named : def).scheme;
}

}  // namespace laguz::engine
