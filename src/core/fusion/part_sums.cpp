// Which sums are parted: those of accumulators that allow it, in the outermost Soacs below them.
// What is inside of another Soac belongs to an iteration of that one.
#include <unordered_map>

#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::fusion {
namespace {

class Parting {
 public:
  void in(Body& body) {
    support::expect_stack("A loop, branch or lambda");
    for (Stm& stm : body.stms) in(stm.exp);
  }

 private:
  void in(Exp& exp) {
    if (auto* with = std::get_if<WithAcc>(&exp.node); with != nullptr && !within_)
      for (const WithAcc::Acc& acc : with->accs)
        if (acc.apart) next_site_[acc.acc.id] = 0;
    if (auto* update = std::get_if<AccUpdate>(&exp.node)) number(*update);
    auto* soac = std::get_if<Soac>(&exp.node);
    const bool lambdas = soac != nullptr || std::holds_alternative<Stream>(exp.node) ||
                         std::holds_alternative<Hist>(exp.node) ||
                         std::holds_alternative<Custom>(exp.node);
    const bool outermost = soac != nullptr && !within_;
    if (soac != nullptr) soac->parts_sums = false;
    Soac* const around = soac_;
    const bool within = within_;
    if (outermost) {
      soac_ = soac;
      for (auto& [acc, site] : next_site_) site = 0;
    }
    within_ = within_ || lambdas;
    visit(
        exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
    within_ = within;
    soac_ = around;
  }

  void number(AccUpdate& update) {
    update.site = 0;
    const auto found = next_site_.find(update.acc.var);
    if (soac_ == nullptr || found == next_site_.end()) return;
    soac_->parts_sums = true;
    update.site = found->second++;
  }

  std::unordered_map<VarId, std::uint32_t> next_site_;  ///< by accumulator
  Soac* soac_ = nullptr;                                ///< the outermost one around
  bool within_ = false;                                 ///< of a lambda
};

}  // namespace

void part_sums(Body& body) { Parting().in(body); }

}  // namespace laguz::core::fusion
