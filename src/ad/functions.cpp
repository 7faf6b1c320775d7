#include "ad/functions.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "ad/activity.hpp"
#include "ad/tracer.hpp"
#include "core/call_sites.hpp"
#include "core/walk.hpp"

namespace laguz::ad {

using core::Atom;
using core::Body;
using core::Stm;

namespace {

class PassedOn {
 public:
  PassedOn(const core::Function& function, core::FunId self) : function_(function), self_(self) {
    for (const core::Binder& param : function.params) params_[param.id] = param.atom();
    body(function.body);
  }

  std::vector<bool> take() {
    passed_.resize(function_.params.size(), false);  // nothing: it does not call itself
    return std::move(passed_);
  }

 private:
  void body(const Body& body) {
    for (const Stm& stm : body.stms) {
      if (const auto* copy = std::get_if<core::Copy>(&stm.exp.node))
        params_[stm.binders[0].id] = core::replaced(copy->atom, params_);
      if (const auto* call = std::get_if<core::Call>(&stm.exp.node);
          call != nullptr && call->function == self_)
        self_call(call->args);
      core::visit(
          stm.exp, [](const Atom&) {},
          [this](const Body& inner, const core::Binders&) { this->body(inner); });
    }
  }

  void self_call(const core::Atoms& args) {
    passed_.resize(args.size(), true);
    for (std::size_t i = 0; i < args.size(); ++i)
      if (!(core::replaced(args[i], params_) == function_.params[i].atom())) passed_[i] = false;
  }

  const core::Function& function_;
  const core::FunId self_;
  core::Substitution params_;  ///< what is a copy of what
  std::vector<bool> passed_;
};

/// The calls of [self] in [body], at any depth.
void each_call(const Body& body, core::FunId self,
               const std::function<void(const core::Call&)>& visit) {
  for (const Stm& stm : body.stms) {
    if (const auto* call = std::get_if<core::Call>(&stm.exp.node);
        call != nullptr && call->function == self)
      visit(*call);
    core::visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const core::Binders&) { each_call(inner, self, visit); });
  }
}

}  // namespace

void close_tangents(Functions& functions, core::Names& names, const core::Function& function,
                    core::FunId self, std::vector<bool>& tangents) {
  core::Atoms params;
  for (const core::Binder& param : function.params)
    if (!param.type.acc) params.push_back(param.atom());
  for (bool more = true; std::exchange(more, false);) {
    graph::Graph graph(names);
    const Tracer nothing(functions, graph);
    Activity activity{nothing};
    for (std::size_t i = 0; i < params.size(); ++i)
      if (tangents[i]) activity.local.insert(params[i].var);
    activity.body(function.body);
    each_call(function.body, self, [&](const core::Call& call) {
      std::size_t i = 0;
      for (const Atom& arg : call.args) {
        if (arg.type.acc) continue;
        if (activity.is(arg) && !tangents[i]) more = tangents[i] = true;
        ++i;
      }
    });
  }
}

std::vector<bool> passed_on(const core::Function& function, core::FunId self) {
  return PassedOn(function, self).take();
}

void inline_calls(Functions& functions, core::Names& names, Body& body) {
  std::vector<Stm> out;
  out.reserve(body.stms.size());
  for (Stm& stm : body.stms) {
    const auto* call = std::get_if<core::Call>(&stm.exp.node);
    const core::Function* callee = call != nullptr ? functions.inlinable(call->function) : nullptr;
    if (callee == nullptr) {
      core::visit(
          stm.exp, [](core::Atom&) {},
          [&](Body& inner, core::Binders&) { inline_calls(functions, names, inner); });
      out.push_back(std::move(stm));
      continue;
    }
    Body copy = core::inlined(stm, *callee, names);
    for (Stm& inner : copy.stms) out.push_back(std::move(inner));
    for (std::size_t i = 0; i < stm.binders.size(); ++i)
      out.push_back({{stm.binders[i]}, {core::Copy{copy.results[i]}}, stm.span, stm.inlined_at});
  }
  body.stms = std::move(out);
}

}  // namespace laguz::ad
