// A long scan, piece by piece on the way back, too.
//
// What comes back to the carry c into a piece comes from all results in it, c ⊕ o for the piece's
// own scan o (the operator is associative), and from what comes back to the carry out of it, which
// is c ⊕ t for the piece's total t. So a first map over the pieces sums up the former, a loop from
// the last piece to the first adds the latter, and then each piece is a scan of its own whose carry
// is known, and what comes back to that of the next one.
#include "ad/reverse/folds/carries.hpp"
#include "ad/reverse/folds/scan.hpp"
#include "ad/reverse/rules.hpp"

namespace laguz::ad::reverse::folds {

using core::Binder;
using core::Binders;

namespace {

class ScanPieces {
 public:
  ScanPieces(Sweep& sweep, const core::Soac& e, const Binders& results)
      : sweep_(sweep),
        emit_(sweep.emit()),
        e_(e),
        op_(e.scans[0].op),
        results_(results),
        pieces_(sweep, e.width, e.arrays),
        chain_(sweep, op_, e.scans[0].neutral, results),
        types_(chain_.types()) {
    for (const Binder& result : results) {
      cotangents_.push_back(sweep.adjoint(result.atom()));
      there_.push_back(sweep.there_of(result.atom()));
    }
  }

  void run() {
    const Atoms behind = rest();
    carries_ = chain_.before(pieces_, own_results(), Pieces::kLength);
    own_scans();
    const Carries::Chain chain{carries_, totals_, cotangents_, there_, back_};
    back_through_pieces(chain_.through(pieces_, chain, behind).out);
    pieces_.join();
  }

 private:
  /// A name of its own for a part of a result, with what comes back to it.
  Binder part_of_result(std::size_t k, const Atom& part, std::optional<Atom> cotangent) {
    const Binder own = sweep_.graph().names().bind(part.type);
    sweep_.graph().append_as({core::Copy{part}}, {own}, emit_.place);
    sweep_.sink(own.id).value = std::move(cotangent);
    sweep_.sink(own.id).there = there_[k];
    return own;
  }

  /// The scan of what is left over. What comes back to the carry into it.
  Atoms rest() {
    core::Soac scan = e_;
    scan.width = pieces_.left();
    scan.arrays = pieces_.rest();
    Binders parts, carry;
    for (const Type& type : types_) carry.push_back(sweep_.graph().names().bind(type));
    sweep_.graph().append_as(chain_.state_before(emit_, own_results(), pieces_.whole()), carry,
                             emit_.place);
    for (std::size_t k = 0; k < types_.size(); ++k) {
      sweep_.activate(carry[k].atom());
      sweep_.sink(carry[k].id);
      scan.scans[0].neutral[k] = carry[k].atom();
      std::optional<Atom> cotangent = cotangents_[k];
      if (cotangent) cotangent = pieces_.rest_of(*cotangent);
      parts.push_back(part_of_result(k, pieces_.rest_of(results_[k].atom()), cotangent));
    }
    scan_one_by_one(sweep_, scan, parts);
    Atoms back;
    for (const Binder& one : carry) back.push_back(sweep_.adjoint_or_zeros(one.atom()));
    return back;
  }

  Atoms own_results() const {
    Atoms found;
    for (const Binder& result : results_) found.push_back(result.atom());
    return found;
  }

  /// Of each piece the total, and what comes back to the carry from all results but the last.
  void own_scans() {
    const std::size_t n = types_.size();
    Atoms arrays = carries_;
    arrays.insert(arrays.end(), pieces_.rows().begin(), pieces_.rows().end());
    for (const auto& cotangent : cotangents_)
      if (cotangent) arrays.push_back(pieces_.rows_of(*cotangent));
    std::vector<Type> params, states(types_);
    for (const Atom& array : arrays) params.push_back(array.type.row());
    states.insert(states.end(), types_.begin(), types_.end());
    const core::Lambda lambda = emit_.lambda(params, [&](Emit& in, const Atoms& x) {
      const auto rows = x.begin() + static_cast<std::ptrdiff_t>(n);
      core::Loop loop;
      const Binder i = in.graph().names().bind(core::kIndex, "i");
      loop.form = core::ForForm{i, Atom::i64(Pieces::kLength - 1)};
      Atoms own, back;
      for (std::size_t k = 0; k < 2 * n; ++k) {
        loop.params.push_back(in.graph().names().bind(states[k]));
        loop.inits.push_back(k < n ? in.index(rows[static_cast<std::ptrdiff_t>(k)], {Atom::i64(0)})
                                   : in.zero(states[k].elem));
        (k < n ? own : back).push_back(loop.params.back().atom());
      }
      loop.body = in.body([&](Emit& each) {
        Components cotangents(n);
        auto at = rows + static_cast<std::ptrdiff_t>(n);
        for (std::size_t k = 0; k < n; ++k)
          if (cotangents_[k]) cotangents[k] = each.index(*at++, {i.atom()});
        const Atoms carry(x.begin(), rows);
        const Components more = chain_.back(each, carry, own, cotangents, there_);
        const Atom next = each.prim("add", {i.atom(), Atom::i64(1)});
        Atoms elements;
        for (std::size_t k = 0; k < n; ++k)
          elements.push_back(each.index(rows[static_cast<std::ptrdiff_t>(k)], {next}));
        Atoms out = chain_.apply(each, own, elements);
        for (std::size_t k = 0; k < n; ++k)
          out.push_back(more[k] ? each.add(back[k], *more[k]) : back[k]);
        return out;
      });
      return in.emit({std::move(loop)}, states);
    });
    std::vector<Type> types = chain_.arrays_of(1);
    types.insert(types.end(), types.begin(), types.end());
    totals_ = emit_.map(pieces_.count(), arrays, lambda, types, std::vector<Atoms>(2 * n));
    back_.assign(totals_.begin() + static_cast<std::ptrdiff_t>(n), totals_.end());
    totals_.resize(n);
  }

  /// The pieces as scans, each with its carry; of the last results besides, to which [behind]
  /// comes.
  void back_through_pieces(const Atoms& behind) {
    const std::size_t n = types_.size();
    core::Names& names = sweep_.graph().names();
    core::Soac map, scan;
    map.width = pieces_.count();
    map.arrays = carries_;
    map.arrays.insert(map.arrays.end(), pieces_.rows().begin(), pieces_.rows().end());
    for (const Atom& array : map.arrays) map.lambda.params.push_back(names.bind(array.type.row()));
    scan.width = Atom::i64(Pieces::kLength);
    core::Scan one{core::refresh(op_, names), {}};
    for (std::size_t k = 0; k < n; ++k) {
      one.neutral.push_back(map.lambda.params[k].atom());
      scan.arrays.push_back(map.lambda.params[n + k].atom());
      scan.lambda.params.push_back(names.bind(types_[k]));
      scan.lambda.body.results.push_back(scan.lambda.params[k].atom());
    }
    scan.scans.push_back(std::move(one));
    scan.row_shapes.resize(n);
    map.row_shapes.assign(n, {Atom::i64(Pieces::kLength)});
    Binders rows, parts;
    for (std::size_t k = 0; k < n; ++k) {
      rows.push_back(names.bind(types_[k].array_of()));
      map.lambda.body.results.push_back(rows[k].atom());
      std::optional<Atom> cotangent = cotangents_[k];
      if (cotangent) cotangent = pieces_.rows_of(*cotangent);
      parts.push_back(part_of_result(k, pieces_.rows_of(results_[k].atom()), cotangent));
    }
    map.lambda.body.stms.push_back(emit_.place.stm(rows, {std::move(scan)}));
    for (std::size_t k = 0; k < n; ++k) {
      if (!chain_.live()[k]) continue;
      const Binder last = names.bind(types_[k]);
      core::Index end{rows[k].atom(), {Atom::i64(Pieces::kLength - 1)}};
      map.lambda.body.stms.push_back(emit_.place.stm({last}, {std::move(end)}));
      map.lambda.body.results.push_back(last.atom());
      map.row_shapes.push_back({});
      parts.push_back(names.bind(types_[k].array_of()));
      sweep_.sink(parts.back().id).value = behind[k];
    }
    map_rule(sweep_, map, parts);
  }

  Sweep& sweep_;
  Emit& emit_;
  const core::Soac& e_;
  const core::Lambda& op_;
  const Binders& results_;
  Pieces pieces_;
  Carries chain_;
  const std::vector<Type>& types_;
  Components cotangents_, there_;  ///< of the results
  Atoms carries_, totals_, back_;
};

}  // namespace

void scan_in_pieces(Sweep& sweep, const core::Soac& e, const Binders& results) {
  ScanPieces(sweep, e, results).run();
}

}  // namespace laguz::ad::reverse::folds
