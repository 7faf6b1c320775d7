#include "eval/lanes/only_kept.hpp"

#include <unordered_map>

#include "core/walk.hpp"

namespace laguz::eval::lanes {

std::vector<bool> only_kept(const core::Loop& loop, const core::Binders& to,
                            const std::function<bool(core::VarId)>& is_used) {
  std::vector<bool> only(loop.params.size(), false);
  for (std::size_t h = 0; h < loop.history.size(); ++h) only[loop.history[h]] = true;
  for (std::size_t h = 0; h < loop.history.size(); ++h)
    if (!loop.is_after(h) || loop.is_flat(h)) only[loop.history[h]] = false;
  for (std::size_t k = 0; k < only.size(); ++k)
    only[k] = only[k] && loop.params[k].type.rank > 0 && !is_used(loop.params[k].id) &&
              !is_used(to[k].id);
  return only;
}

namespace {

class Emptier {
 public:
  void in(core::Body& body) {
    count(body);
    find(body);
    empty(body);
  }

 private:
  void count(const core::Body& body) {
    const auto note = [this](const core::Atom& atom) { ++uses_[atom.var]; };
    for (const core::Stm& stm : body.stms)
      core::visit(stm.exp, note,
                  [this](const core::Body& inner, const core::Binders&) { count(inner); });
    for (const core::Atom& result : body.results) note(result);
  }

  void find(const core::Body& body) {
    for (const core::Stm& stm : body.stms) {
      if (const auto* loop = std::get_if<core::Loop>(&stm.exp.node)) {
        const auto is_used = [this](core::VarId var) { return uses_.count(var) > 0; };
        const std::vector<bool> only = only_kept(*loop, stm.binders, is_used);
        for (std::size_t k = 0; k < only.size(); ++k)
          if (only[k]) ++begins_[loop->inits[k].var];
      }
      core::visit(
          stm.exp, [](const core::Atom&) {},
          [this](const core::Body& inner, const core::Binders&) { find(inner); });
    }
  }

  void empty(core::Body& body) {
    for (core::Stm& stm : body.stms) {
      if (auto* app = std::get_if<core::ArrayApp>(&stm.exp.node);
          app != nullptr && app->op == core::ArrayOp::zeros) {
        const auto begins = begins_.find(stm.binders[0].id);
        if (begins != begins_.end() && begins->second == uses_.at(begins->first))
          for (core::Atom& length : app->args) length = core::Atom::i64(0);
      }
      core::visit(
          stm.exp, [](core::Atom&) {}, [this](core::Body& inner, core::Binders&) { empty(inner); });
    }
  }

  std::unordered_map<core::VarId, int> uses_, begins_;
};

}  // namespace

void begin_empty(core::Soac& soac) { Emptier().in(soac.lambda.body); }

}  // namespace laguz::eval::lanes
