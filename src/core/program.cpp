#include "core/program.hpp"

#include <algorithm>

#include "core/walk.hpp"

namespace laguz::core {

VarId Names::fresh(std::string_view hint) {
  const VarId id = fresh();
  if (!hint.empty()) hints_.emplace(id, hint);
  return id;
}

void Names::name(VarId id, std::string_view hint) {
  if (!hint.empty()) hints_.emplace(id, hint);
}

std::string_view Names::hint(VarId id) const {
  const auto found = hints_.find(id);
  return found == hints_.end() ? std::string_view{} : std::string_view{found->second};
}

void Names::keep(const std::unordered_set<VarId>& ids) {
  std::erase_if(hints_, [&](const auto& row) { return ids.count(row.first) == 0; });
}

void Program::keep(const std::unordered_set<FunId>& ids) {
  const auto gone = [&](FunId id) { return ids.count(id) == 0; };
  std::erase_if(functions_, [&](const auto& row) { return gone(row.first); });
  std::erase_if(optimised, gone);
}

void Program::clear() {
  names.clear();
  functions_ = {};
  optimised = {};
}

void make_known(Function& function, runtime::Known values) {
  const auto scalar = [](const runtime::Value& value) { return std::get_if<Scalar>(&value); };
  Body body;
  if (std::all_of(values->begin(), values->end(), scalar))
    for (const runtime::Value& value : *values)
      body.results.push_back(Atom::constant(*scalar(value)));
  function.body = std::move(body);
  function.span = {};  // the text may go
  function.known = std::move(values);
}

std::vector<FunId> callees_of(const Body& body) {
  std::vector<FunId> callees;
  for (const Stm& stm : body.stms) {
    if (const auto* call = std::get_if<Call>(&stm.exp.node)) callees.push_back(call->function);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          for (const FunId callee : callees_of(inner)) callees.push_back(callee);
        });
  }
  return callees;
}

namespace {

void each_binder(const Body& body, const std::function<void(const Binder&)>& action) {
  for (const Stm& stm : body.stms) {
    for (const Binder& binder : stm.binders) action(binder);
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders& binders) {
          for (const Binder& binder : binders) action(binder);
          each_binder(inner, action);
        });
  }
}

}  // namespace

void each_binder(const Function& function, const std::function<void(const Binder&)>& visit) {
  for (const Binder& param : function.params) visit(param);
  each_binder(function.body, visit);
}

}  // namespace laguz::core
