// Arrays that a map makes only to have them added to an accumulator: what the map's iterations give
// is added there instead, and no array is made. (Derivatives add outer products so.) Rows, not
// numbers: an update of a row is one addition of vectors, whether its elements are at hand or made
// one by one.
#include <algorithm>

#include "core/fusion/fused.hpp"
#include "core/fusion/fusion.hpp"
#include "core/passes.hpp"
#include "core/walk.hpp"

namespace laguz::core::fusion {
namespace {

class Pusher {
 public:
  explicit Pusher(Names& names) : names_(names) {}

  /// [inside] of another Soac: where it runs in lanes, an array is memory of each of them.
  void in(Body& body, bool inside) {
    for (std::size_t s = 0; s < body.stms.size(); ++s) {
      if (inside && push(body, s)) continue;  // what is at s now has been looked at
      Exp& exp = body.stms[s].exp;
      if (const auto* with = std::get_if<WithAcc>(&exp.node))
        for (const WithAcc::Acc& acc : with->accs)
          if (acc.apart && !acc.op && acc.growth == WithAcc::Growth::none)
            apart_.insert(acc.acc.id);
      const bool deeper = inside || std::holds_alternative<Soac>(exp.node);
      visit(
          exp, [](Atom&) {}, [&](Body& inner, Binders&) { in(inner, deeper); });
    }
  }

 private:
  /// The update at [s], if it is one, into the map that makes its value, which stands before it.
  bool push(Body& body, std::size_t s) {
    const auto* update = std::get_if<AccUpdate>(&body.stms[s].exp.node);
    if (update == nullptr || apart_.count(update->acc.var) == 0 || update->values.size() != 1 ||
        update->values[0].type.rank < 2)
      return false;
    const Atom value = update->values[0];
    const auto made = place_of(body, value.var);
    if (!made || count_uses(body, value.var) != 1 || is_bound_after(body, *made, *update))
      return false;
    auto* soac = std::get_if<Soac>(&body.stms[*made].exp.node);
    if (soac == nullptr) return false;
    Binders& binders = body.stms[*made].binders;
    std::size_t result = 0;
    while (binders[result].id != value.var) ++result;
    if (result < ends_of(*soac).scanned) return false;
    // (There are shapes of scans and maps only.)
    const std::size_t folded = soac->lambda.body.results.size() - soac->row_shapes.size();
    Stm moved = std::move(body.stms[s]);
    body.stms.erase(body.stms.begin() + static_cast<std::ptrdiff_t>(s));
    const auto at = static_cast<std::ptrdiff_t>(result);
    const Binder number = names_.bind(kIndex, "i");
    const Binder numbers = names_.bind(kIndex.array_of());
    auto& one = std::get<AccUpdate>(moved.exp.node);
    one.indices.push_back(number.atom());
    one.values = {soac->lambda.body.results[result]};
    Stm iota{{numbers},
             {ArrayApp{ArrayOp::iota, {soac->width, Atom::i64(0), Atom::i64(1)}, {}}},
             moved.span,
             moved.inlined_at};
    soac->arrays.push_back(numbers.atom());
    soac->lambda.params.push_back(number);
    soac->lambda.body.results.erase(soac->lambda.body.results.begin() + at);
    soac->row_shapes.erase(soac->row_shapes.begin() + at - static_cast<std::ptrdiff_t>(folded));
    soac->lambda.body.stms.push_back(std::move(moved));
    binders.erase(binders.begin() + at);
    in(soac->lambda.body, true);
    body.stms.insert(body.stms.begin() + static_cast<std::ptrdiff_t>(*made), std::move(iota));
    return true;
  }

  /// Whether a place of [update] is bound behind [made].
  static bool is_bound_after(const Body& body, std::size_t made, const AccUpdate& update) {
    return std::any_of(update.indices.begin(), update.indices.end(), [&](const Atom& index) {
      const auto at = place_of(body, index.var);
      return at && *at > made;
    });
  }

  Names& names_;
  VarSet apart_;
};

}  // namespace

void push_updates(Body& body, Names& names) { Pusher(names).in(body, false); }

}  // namespace laguz::core::fusion
