#include "ad/rewrite/silence.hpp"

#include <algorithm>

#include "core/walk.hpp"

namespace laguz::ad::rewrite {
namespace {

using core::Atom;
using core::Body;
using core::Stm;

class Silence {
 public:
  Silence(Functions& functions, const std::unordered_set<core::VarId>& accs)
      : functions_(functions), accs_(accs) {}

  void body(Body& body) {
    auto adds_only = [this](const Stm& stm) { return this->adds_only(stm); };
    body.stms.erase(std::remove_if(body.stms.begin(), body.stms.end(), adds_only), body.stms.end());
    for (Stm& stm : body.stms) exp(stm.exp);
  }

  void exp(core::Exp& exp) {
    if (auto* made = std::get_if<core::Call>(&exp.node)) return call(*made);
    core::visit(
        exp, [](Atom&) {}, [this](Body& inner, core::Binders&) { body(inner); });
  }

 private:
  bool is_silent(const Atom& atom) const { return atom.type.acc && accs_.count(atom.var) > 0; }

  /// Nothing is left of it.
  bool adds_only(const Stm& stm) const {
    if (const auto* update = std::get_if<core::AccUpdate>(&stm.exp.node))
      return is_silent(update->acc);
    const auto* made = std::get_if<core::Call>(&stm.exp.node);
    if (made == nullptr || !stm.binders.empty()) return false;
    bool silent = false, other = false;
    for (const Atom& arg : made->args) (is_silent(arg) ? silent : other) |= arg.type.acc;
    return silent && !other;
  }

  void call(core::Call& made) {
    std::vector<bool> dropped;
    for (const Atom& arg : made.args) dropped.push_back(is_silent(arg));
    if (std::find(dropped.begin(), dropped.end(), true) == dropped.end()) return;
    made.function = functions_.silent_of(made.function, dropped);
    auto silent = [this](const Atom& arg) { return is_silent(arg); };
    made.args.erase(std::remove_if(made.args.begin(), made.args.end(), silent), made.args.end());
  }

  Functions& functions_;
  const std::unordered_set<core::VarId>& accs_;
};

}  // namespace

void silence(Functions& functions, graph::Graph& graph, std::size_t from,
             const std::unordered_set<core::VarId>& accs) {
  Silence silence(functions, accs);
  for (auto at = from; at < graph.size(); ++at) {
    silence.exp(graph[at].exp);
    for (Stm& stm : graph[at].before) silence.exp(stm.exp);
  }
}

void silence(Functions& functions, Body& body, const std::unordered_set<core::VarId>& accs) {
  Silence(functions, accs).body(body);
}

}  // namespace laguz::ad::rewrite
