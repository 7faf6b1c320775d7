// Which sums are parted: those of accumulators that allow it, in the outermost Soacs below them.
// What is inside of another Soac belongs to an iteration of that one. Numbers that one body adds at
// one place are added first, and updates whose places certainly differ share their partial sums.
#include <algorithm>
#include <unordered_map>

#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/deep_stack.hpp"

namespace laguz::core::fusion {
namespace {

class Parting {
 public:
  explicit Parting(Names& names) : names_(names) {}

  void in(Body& body) {
    support::expect_stack("A loop, branch or lambda");
    add_first(body);
    for (Stm& stm : body.stms) in(stm.exp);
  }

 private:
  /// The last update of each place takes what the ones before would add.
  void add_first(Body& body) {
    if (!within_) return;
    std::vector<Stm> stms;
    std::vector<std::size_t> updates;  // in [stms], of numbers
    std::vector<bool> kept;
    for (Stm& stm : body.stms) {
      auto* update = std::get_if<AccUpdate>(&stm.exp.node);
      if (update != nullptr && sites_.count(update->acc.var) > 0 &&
          update->values[0].type.is_scalar()) {
        const auto same = std::find_if(updates.begin(), updates.end(), [&](std::size_t at) {
          const auto& other = std::get<AccUpdate>(stms[at].exp.node);
          return other.acc == update->acc && other.indices == update->indices;
        });
        if (same != updates.end()) {
          const auto& other = std::get<AccUpdate>(stms[*same].exp.node);
          const Type type = update->values[0].type;
          const Binder sum = names_.bind(type);
          const Prim add = prims::addition(type.elem);
          Atoms both{other.values[0], update->values[0]};
          update->values = {sum.atom()};
          kept[*same] = false;
          stms.push_back({{sum}, {PrimApp{add, std::move(both)}}, stm.span, stm.inlined_at});
          kept.push_back(true);
          *same = stms.size();
        } else {
          updates.push_back(stms.size());
        }
      }
      stms.push_back(std::move(stm));
      kept.push_back(true);
    }
    keep(stms, kept);
    body.stms = std::move(stms);
  }

  void in(Exp& exp) {
    if (auto* with = std::get_if<WithAcc>(&exp.node); with != nullptr && !within_)
      for (const WithAcc::Acc& acc : with->accs)
        if (acc.apart) sites_[acc.acc.id];
    if (auto* update = std::get_if<AccUpdate>(&exp.node)) number(*update);
    auto* soac = std::get_if<Soac>(&exp.node);
    const bool lambdas = soac != nullptr || std::holds_alternative<Stream>(exp.node) ||
                         std::holds_alternative<Hist>(exp.node) ||
                         std::holds_alternative<Custom>(exp.node);
    const bool outermost = soac != nullptr && !within_;
    if (soac != nullptr) soac->parted_from = 0;
    Soac* const around = soac_;
    const bool within = within_;
    if (outermost) {
      soac_ = soac;
      for (auto& [acc, sites] : sites_) sites.clear();
    }
    within_ = within_ || lambdas;
    const bool repeated = repeated_;
    if (!within_) repeated_ = repeated_ || std::holds_alternative<Loop>(exp.node);
    visit(
        exp, [](Atom&) {}, [this](Body& inner, Binders&) { in(inner); });
    within_ = within;
    repeated_ = repeated;
    soac_ = around;
  }

  void number(AccUpdate& update) {
    update.site = 0;
    const auto found = sites_.find(update.acc.var);
    if (soac_ == nullptr || found == sites_.end()) return;
    soac_->parted_from = repeated_ ? kLeastInLoops : kLeast;
    std::vector<Places>& sites = found->second;
    std::size_t site = sites.size() > kMostCompared ? sites.size() - kMostCompared : 0;
    while (site < sites.size() && !may_join(sites[site], update.indices)) ++site;
    if (site == sites.size()) sites.emplace_back();
    sites[site].push_back(update.indices);
    update.site = static_cast<std::uint32_t>(site);
  }

  using Places = std::vector<Atoms>;
  /// Iterations. (A loop may be machine code, in which sums have no parts.)
  static constexpr std::int64_t kLeast = 32, kLeastInLoops = 64;
  /// Places with another, and sites.
  static constexpr std::size_t kMostCompared = 64;

  static bool may_join(const Places& places, const Atoms& indices) {
    return places.size() < kMostCompared &&
           std::all_of(places.begin(), places.end(),
                       [&](const Atoms& other) { return differ_in_a_constant(other, indices); });
  }

  Names& names_;
  std::unordered_map<VarId, std::vector<Places>> sites_;  ///< by accumulator
  Soac* soac_ = nullptr;                                  ///< the outermost one around
  bool within_ = false;                                   ///< of a lambda
  bool repeated_ = false;                                 ///< a loop is around that one
};

}  // namespace

void part_sums(Body& body, Names& names) { Parting(names).in(body); }

}  // namespace laguz::core::fusion
