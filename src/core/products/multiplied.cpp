#include "core/products/multiplied.hpp"

#include <algorithm>

#include "support/deep_stack.hpp"

namespace laguz::core::products {
namespace {

class Finder {
 public:
  Finder(const Soac& soac, const VarSet& inside) : inside_(inside), levels_{Level(soac)} {}

  void in(const Stm& stm) {
    support::expect_stack("A nest of maps");
    if (const PrimApp* product = prim_of(stm, prims::Op::mul)) {
      note(*product);
    } else if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
      iterations(*soac);
    } else if (const auto* loop = std::get_if<Loop>(&stm.exp.node)) {
      const auto* form = std::get_if<ForForm>(&loop->form);
      if (form == nullptr) return;
      // Iterations are iterations.
      Soac same;
      same.width = form->bound;
      same.arrays = loop->inits;
      same.arrays.push_back(form->bound);
      same.lambda.params = loop->params;
      same.lambda.params.push_back(form->index);
      same.lambda.body = loop->body;
      iterations(same);
    }
  }

  std::vector<MatricesMultiplied> take() { return std::move(found_); }

 private:
  void iterations(const Soac& soac) {
    const Atom& width = soac.width;
    const bool known = width.is_constant() ||
                       (inside_.count(width.var) == 0 &&
                        std::none_of(levels_.begin(), levels_.end(),
                                     [&](const Level& level) { return level.binds(width.var); }));
    if (!known || levels_.size() >= 64) return;
    levels_.emplace_back(soac);
    for (const Stm& stm : soac.lambda.body.stms) in(stm);
    levels_.pop_back();
  }

  void note(const PrimApp& product) {
    std::uint64_t under[2], all = 0;
    for (std::size_t f = 0; f < 2; ++f) {
      if (product.args[f].is_constant()) return;
      under[f] = levels_under(levels_, levels_.size(), product.args[f].var);
      all |= under[f];
    }
    if (under[0] == all || under[1] == all || (all & 1) == 0) return;
    MatricesMultiplied found;
    bool others = false;  // a level around that only the common matrix has
    for (std::size_t l = 1; l < levels_.size(); ++l) {
      const bool in_one = (under[0] >> l & 1) != 0, in_other = (under[1] >> l & 1) != 0;
      if (in_one || in_other) found.widths.push_back(levels_[l].soac().width);
      if (in_one == in_other) continue;
      const bool own = (under[in_one ? 0 : 1] & 1) != 0;
      found.apart = found.apart || (own && others);
      others = others || !own;
    }
    found.apart = found.apart || (under[0] & under[1] & 1) != 0;
    if (std::find(found_.begin(), found_.end(), found) == found_.end())
      found_.push_back(std::move(found));
  }

  const VarSet& inside_;
  std::vector<Level> levels_;
  std::vector<MatricesMultiplied> found_;
};

}  // namespace

std::vector<MatricesMultiplied> matrices_multiplied(const Soac& soac, std::size_t before,
                                                    const VarSet& inside) {
  Finder find(soac, inside);
  const std::vector<Stm>& stms = soac.lambda.body.stms;
  for (std::size_t s = before; s < stms.size(); ++s) find.in(stms[s]);
  return find.take();
}

}  // namespace laguz::core::products
