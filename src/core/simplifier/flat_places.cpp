// Matrices that are kept flat: what is read at i * m + j, of numbers i and j of iterations of which
// there are n and m, is read at [i, j] of the matrix that the array, or the beginning of it, is.
// Whatever looks for rows and columns, and for products of matrices, finds them then.
#include "core/simplifier/flat_places.hpp"

#include <algorithm>

#include "core/simplifier/simplifier.hpp"

namespace laguz::core::simplifier {
namespace {

constexpr std::size_t kMostTerms = 4;
constexpr int kMostSteps = 8;
constexpr std::int64_t kFar = std::int64_t{1} << 31;

/// A product.
struct Factors {
  std::vector<VarId> others{};  ///< sorted
  std::int64_t number = 1;
  bool operator==(const Factors&) const = default;

  /// Whether it can be told.
  bool take(const Atoms& factors) {
    for (const Atom& factor : factors) {
      if (factor.is_constant()) {
        const std::int64_t by = factor.scalar().as_i64();
        if (by <= 0 || by >= kFar || number * by >= kFar) return false;
        number *= by;
      } else {
        others.insert(std::upper_bound(others.begin(), others.end(), factor.var), factor.var);
      }
    }
    return true;
  }
};

struct Term {
  Atom number;
  Factors times{};
};

/// [atom] as a sum of numbers of iterations, times what is none.
std::optional<std::vector<Term>> terms_of(const Atom& atom, const FlatNumbers& numbers, int steps) {
  if (atom.is_constant() || steps == kMostSteps) return std::nullopt;
  if (numbers.count(atom)) return std::vector<Term>{{atom}};
  if (const Atoms* both = numbers.sum(atom)) {
    auto terms = terms_of((*both)[0], numbers, steps + 1);
    const auto more = terms ? terms_of((*both)[1], numbers, steps + 1) : std::nullopt;
    if (!more || terms->size() + more->size() > kMostTerms) return std::nullopt;
    terms->insert(terms->end(), more->begin(), more->end());
    return terms;
  }
  const Atoms* both = numbers.product(atom);
  if (both == nullptr) return std::nullopt;
  for (const std::size_t side : {0U, 1U}) {
    auto terms = terms_of((*both)[side], numbers, steps + 1);
    if (!terms) continue;
    for (Term& term : *terms)
      if (!term.times.take(numbers.factors((*both)[1 - side]))) return std::nullopt;
    return terms;
  }
  return std::nullopt;
}

}  // namespace

std::optional<FlatPlace> flat_place(const Atom& index, const FlatNumbers& numbers) {
  auto terms = terms_of(index, numbers, 0);
  if (!terms || terms->size() < 2) return std::nullopt;
  FlatPlace place;
  Factors step;  // from one place to the next, in the dimension before
  while (!terms->empty()) {
    const auto found = std::find_if(terms->begin(), terms->end(),
                                    [&](const Term& term) { return term.times == step; });
    if (found == terms->end()) return std::nullopt;
    const Atom length = *numbers.count(found->number);
    place.numbers.insert(place.numbers.begin(), found->number);
    place.lengths.insert(place.lengths.begin(), length);
    terms->erase(found);
    if (!step.take(numbers.factors(length)) && !terms->empty()) return std::nullopt;
  }
  return place;
}

namespace {

std::vector<DimSlice> places_of(const Index& index) {
  std::vector<DimSlice> dims;
  for (const Atom& one : index.indices) dims.push_back(at(one));
  return dims;
}

/// What a statement reads at such places.
class FlatReads {
 public:
  using Resolve = std::function<Atom(Atom)>;
  using IsIota = std::function<bool(const Atom&, const Atom&)>;
  using FactorsOf = std::function<Atoms(const Atom&)>;
  struct Read {
    VarId result;
    Exp* exp;  ///< an index, or a slice
    std::size_t dim;
    FlatPlace place;
    Atoms trips;  ///< how many iterations those have that are around it in the statement
  };
  struct Array {
    Atom array;
    std::vector<Read> reads;
    bool others = false;  ///< it is used otherwise
  };

  FlatReads(Resolve resolve, IsIota is_iota, FactorsOf factors)
      : resolve_(std::move(resolve)), is_iota_(std::move(is_iota)) {
    numbers_.count = [this](const Atom& atom) -> std::optional<Atom> {
      const auto found = counts_.find(atom.var);
      return found == counts_.end() ? std::nullopt : std::optional(found->second);
    };
    numbers_.sum = [this](const Atom& atom) { return find(sums_, atom.var); };
    numbers_.product = [this](const Atom& atom) { return find(products_, atom.var); };
    numbers_.factors = std::move(factors);
  }

  void of(Stm& stm) { look(stm); }
  std::vector<Array>& arrays() { return arrays_; }
  std::optional<Atom> count(const Atom& atom) const { return numbers_.count(atom); }
  bool is_inside(const Atom& atom) const { return inside_.count(atom.var) > 0; }

 private:
  static const Atoms* find(const std::unordered_map<VarId, Atoms>& map, VarId var) {
    const auto found = map.find(var);
    return found == map.end() ? nullptr : &found->second;
  }

  Array* array(const Atom& atom) {
    if (atom.is_constant() || atom.type.rank == 0 || atom.type.acc) return nullptr;
    const Atom array = resolve_(atom);
    if (is_inside(array)) return nullptr;
    const auto [at, fresh] = at_.emplace(array.var, arrays_.size());
    if (fresh) arrays_.push_back({array, {}});
    return &arrays_[at->second];
  }
  void use(const Atom& atom) {
    if (Array* of = array(atom)) of->others = true;
  }

  void look(Stm& stm) {
    Exp& exp = stm.exp;
    if (const auto* index = std::get_if<Index>(&exp.node))
      return read(stm, index->array, places_of(*index));
    if (const auto* slice = std::get_if<Slice>(&exp.node))
      return read(stm, slice->array, slice->dims);
    const auto* app = std::get_if<ArrayApp>(&exp.node);
    if (app != nullptr && app->op == ArrayOp::shape) return;
    const std::size_t around = trips_.size();
    if (auto* soac = std::get_if<Soac>(&exp.node)) {
      const Atom width = resolve_(soac->width);
      trips_.push_back(width);
      for (std::size_t i = 0; i < soac->arrays.size(); ++i) {
        const Atom numbers = resolve_(soac->arrays[i]);
        const auto iota = iotas_.find(numbers.var);
        if (is_iota_(numbers, width) || (iota != iotas_.end() && iota->second == width))
          counts_[soac->lambda.params[i].id] = width;
      }
    } else if (auto* loop = std::get_if<Loop>(&exp.node)) {
      if (const auto* form = std::get_if<ForForm>(&loop->form);
          form != nullptr && form->bound.type == kIndex) {
        const Atom bound = resolve_(form->bound);
        counts_[form->index.id] = bound;
        trips_.push_back(bound);
      }
    }
    visit(
        exp, [this](Atom& atom) { use(atom); },
        [this](Body& inner, Binders& params) {
          for (const Binder& param : params) inside_.insert(param.id);
          body(inner);
        });
    trips_.resize(around);
  }

  void body(Body& body) {
    for (Stm& stm : body.stms) {
      for (const Binder& binder : stm.binders) inside_.insert(binder.id);
      if (auto* prim = std::get_if<PrimApp>(&stm.exp.node)) {
        computed(stm.binders[0], *prim);
        continue;
      }
      if (const auto* app = std::get_if<ArrayApp>(&stm.exp.node);
          app != nullptr && app->op == ArrayOp::iota && app->args[1] == Atom::i64(0) &&
          app->args[2] == Atom::i64(1))
        iotas_[stm.binders[0].id] = resolve_(app->args[0]);
      look(stm);
    }
    for (const Atom& result : body.results) use(result);
  }

  void computed(const Binder& binder, const PrimApp& prim) {
    if (!(binder.type == kIndex) || prim.args.size() != 2) return;
    const prims::Op op = prims::op_of(prim.prim);
    if (op != prims::Op::add && op != prims::Op::mul) return;
    (op == prims::Op::add ? sums_ : products_)[binder.id] = {resolve_(prim.args[0]),
                                                             resolve_(prim.args[1])};
  }

  void read(Stm& stm, const Atom& from, const std::vector<DimSlice>& dims) {
    Array* of = array(from);
    if (of == nullptr) return;
    for (std::size_t d = 0; d < dims.size() && !of->others; ++d) {
      if (!dims[d].fixed) continue;
      if (auto place = flat_place(resolve_(dims[d].index), numbers_)) {
        of->reads.push_back({stm.binders[0].id, &stm.exp, d, std::move(*place), trips_});
        return;
      }
    }
    of->others = true;
  }

  Resolve resolve_;
  IsIota is_iota_;
  FlatNumbers numbers_;
  std::vector<Array> arrays_;
  std::unordered_map<VarId, std::size_t> at_;
  std::unordered_map<VarId, Atom> counts_, iotas_;
  std::unordered_map<VarId, Atoms> sums_, products_;
  VarSet inside_;
  Atoms trips_;
};

/// Whether the array's reads have one shape.
bool are_alike(const FlatReads::Array& array) {
  const FlatReads::Read& first = array.reads[0];
  return std::all_of(array.reads.begin(), array.reads.end(), [&](const FlatReads::Read& read) {
    return read.dim == first.dim && read.place.lengths == first.place.lengths;
  });
}

}  // namespace

// Whether anything in [body] is read at a sum of products.
bool Simplifier::reads_sums(const Body& body, VarSet& products, VarSet& sums) {
  bool found = false;
  for (const Stm& stm : body.stms) {
    if (const auto* prim = std::get_if<PrimApp>(&stm.exp.node);
        prim != nullptr && stm.binders[0].type == kIndex) {
      const prims::Op op = prims::op_of(prim->prim);
      if (op == prims::Op::mul) products.insert(stm.binders[0].id);
      if (op == prims::Op::add)
        for (const Atom& arg : prim->args)
          if (products.count(arg.var) > 0 || sums.count(arg.var) > 0)
            sums.insert(stm.binders[0].id);
    }
    if (const auto* index = std::get_if<Index>(&stm.exp.node))
      for (const Atom& at : index->indices) found = found || sums.count(at.var) > 0;
    visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) {
          found = reads_sums(inner, products, sums) || found;
        });
  }
  return found;
}

// The elements of a matrix of [lengths].
Atom Simplifier::count_of_all(const Stm& near, const Atoms& lengths) {
  Atom all = lengths[0];
  for (std::size_t d = 1; d < lengths.size(); ++d) all = computed("mul", {all, lengths[d]}, near);
  return all;
}

// Those of [lengths] that may be negative are 0 then: so many iterations there are.
Atoms Simplifier::natural_lengths(const Stm& near, Atoms lengths) {
  for (Atom& length : lengths)
    if (!facts_.is_natural(length)) length = computed("max", {length, Atom::i64(0)}, near);
  return lengths;
}

// The places that [index] goes through in iterations of several of the Soacs and loops around, in
// order.
std::optional<Simplifier::Range> Simplifier::flat_range_of(const Stm& near, const Atom& index) {
  if (!reads_sums_) return std::nullopt;
  FlatNumbers numbers;
  numbers.count = [this](const Atom& atom) -> std::optional<Atom> {
    const auto found = numbers_.find(atom.var);
    return found == numbers_.end() || !(found->second.type == kIndex)
               ? std::nullopt
               : std::optional(found->second);
  };
  numbers.sum = [this](const Atom& atom) { return facts_.sum(atom); };
  numbers.product = [this](const Atom& atom) { return facts_.product(atom); };
  numbers.factors = [this](const Atom& atom) { return facts_.factors(atom); };
  const auto place = flat_place(index, numbers);
  if (!place) return std::nullopt;
  const auto depth = [this](const Atom& number) { return facts_.depth_of(number); };
  bool by_rows = true;
  for (std::size_t d = 1; d < place->numbers.size(); ++d)
    by_rows = by_rows && depth(place->numbers[d]) > depth(place->numbers[d - 1]);
  const bool by_columns =
      place->numbers.size() == 2 && depth(place->numbers[1]) < depth(place->numbers[0]);
  if (!by_rows && !by_columns) return std::nullopt;
  const Atom outermost = place->numbers[by_rows ? 0 : 1];
  for (const Atom& length : place->lengths)
    if (depth(length) >= depth(outermost)) return std::nullopt;
  learnt_ = true;  // it is known when the iterations begin, in the next run
  const Atoms lengths = natural_lengths(near, place->lengths);
  Range range{Atom::i64(0), count_of_all(near, lengths), outermost};
  if (by_columns) range.columns = lengths[1];
  range.last = by_rows ? place->numbers.back() : place->numbers[0];
  return range;
}

// Whether it has been asserted that [condition] is true, if there are any iterations of those
// around and of [more] of them.
bool Simplifier::is_asserted(const Atom& condition, const Atoms& more) const {
  const auto is_none = [&](const Atom& other) {
    const auto is_of = [&](const Atom& trips) { return facts_.is_none_of(other, trips); };
    return std::any_of(more.begin(), more.end(), is_of) ||
           std::any_of(frames_.begin(), frames_.end(),
                       [&](const Frame& frame) { return frame.trips && is_of(*frame.trips); });
  };
  const auto says = [&](const Atom& asserted) {
    bool found = false;
    Atoms open{asserted};
    while (!open.empty()) {
      const Atom one = open.back();
      open.pop_back();
      if (one == condition)
        found = true;
      else if (const Atoms* either = facts_.either(one); either != nullptr && !is_none(one))
        open.insert(open.end(), either->begin(), either->end());
      else if (!is_none(one))
        return false;
    }
    return found;
  };
  return std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) {
    return std::any_of(frame.asserted.begin(), frame.asserted.end(), says);
  });
}

// [array] as one whose dimension [dim] is of [lengths] instead, if all that is read of it so is
// there: or it begins so. What is read inside of as many iterations as [trips] say, for each read,
// need not be there if there are none.
std::optional<Atom> Simplifier::as_matrix(const Stm& near, const Atom& array, std::size_t dim,
                                          Atoms lengths, const std::vector<Atoms>& trips) {
  const Atoms counts = lengths;
  const Length all = facts_.length(array, static_cast<int>(dim));
  Factors own, read;
  const bool told = all.dim < 0 && own.take(facts_.factors(all.atom)) &&
                    std::all_of(lengths.begin(), lengths.end(), [&](const Atom& length) {
                      return read.take(facts_.factors(length));
                    });
  bool certain = told && own == read, whole = certain;
  for (const Atom& length : lengths) whole = whole && facts_.is_natural(length);
  lengths = natural_lengths(near, std::move(lengths));
  const Atom count = count_of_all(near, lengths);
  if (!whole) whole = facts_.is_length(count, all);
  const auto is_asserted_for = [&](const Atom& fits) {
    return std::all_of(trips.begin(), trips.end(),
                       [&](const Atoms& around) { return is_asserted(fits, around); });
  };
  bool perhaps_outside = false;
  if (!whole && !certain) {
    const Atom fits = is_range_in(near, {Atom::i64(0), count}, atom_of(all, near));
    // (If one of the lengths is 0, nothing is as well.)
    perhaps_outside = fits != Atom::boolean(true) && !is_asserted(fits, counts);
    if (perhaps_outside && !is_asserted_for(fits)) return std::nullopt;
  }
  Atoms shape;
  for (int d = 0; d < array.type.rank; ++d) {
    if (d == static_cast<int>(dim))
      shape.insert(shape.end(), lengths.begin(), lengths.end());
    else
      shape.push_back(atom_of(facts_.length(array, d), near));
  }
  Atom part = array;
  if (!whole) {
    Slice slice{array, std::vector<DimSlice>(dim + 1)};
    slice.dims[dim].end = count;
    if (perhaps_outside) return matrix_of_part(near, slice, shape);
    part = view_here(near, {std::move(slice)}, array.type, facts_.depth());
  }
  ArrayApp reshape{ArrayOp::reshape, {part}, {}};
  reshape.args.insert(reshape.args.end(), shape.begin(), shape.end());
  Type type = array.type;
  type.rank = static_cast<std::uint8_t>(shape.size());
  return view_here(near, {std::move(reshape)}, type, facts_.depth());
}

// (If all that [stm] reads of an array is of that form. Else the array would have two cotangents.)
void Simplifier::read_matrices(Stm& stm) {
  if (!reads_sums_) return;
  const auto resolved = [this](Atom atom) {
    resolve(atom);
    return atom;
  };
  FlatReads found(
      resolved, [this](const Atom& atom, const Atom& width) { return facts_.is_iota(atom, width); },
      [this](const Atom& atom) { return facts_.factors(atom); });
  found.of(stm);
  for (FlatReads::Array& array : found.arrays()) {
    if (array.others || array.reads.empty() || !are_alike(array) ||
        facts_.depth_of(array.array) > facts_.depth())
      continue;
    // (The cotangent of what is matrix in each iteration would be made in each.)
    if (facts_.keeps_derivatives() && facts_.depth_of(array.array) != facts_.depth()) continue;
    const std::size_t dim = array.reads[0].dim;
    const Atoms lengths = array.reads[0].place.lengths;
    if (std::any_of(lengths.begin(), lengths.end(),
                    [&](const Atom& length) { return found.is_inside(length); }))
      continue;
    // What may be outside in other dimensions says so of the array that is written.
    const auto is_inside = [&](const FlatReads::Read& read) {
      if (safe_before_.count(read.result) > 0) return true;
      const auto* index = std::get_if<Index>(&read.exp->node);
      std::vector<DimSlice> dims =
          index != nullptr ? places_of(*index) : std::get<Slice>(read.exp->node).dims;
      for (std::size_t d = 0; d < dims.size(); ++d) {
        const DimSlice& one = dims[d];
        if (d == dim || (!one.fixed && !one.start && !one.end && !one.stride)) continue;
        if (!one.fixed) return false;
        const Atom place = resolved(one.index);
        const auto count = found.count(place);
        Index fixed{array.array, Atoms(d + 1, Atom::i64(0)), {}};
        fixed.indices[d] = place;
        if (count ? !facts_.is_length(*count, facts_.length(array.array, static_cast<int>(d)))
                  : found.is_inside(place) || !facts_.is_in_bounds(fixed, d, facts_.depth()))
          return false;
      }
      return true;
    };
    if (!std::all_of(array.reads.begin(), array.reads.end(), is_inside)) continue;
    std::vector<Atoms> trips;
    for (const FlatReads::Read& read : array.reads) trips.push_back(read.trips);
    const auto matrix = as_matrix(stm, array.array, dim, lengths, trips);
    if (!matrix) continue;
    for (FlatReads::Read& read : array.reads) {
      const Atoms& numbers = read.place.numbers;
      if (auto* slice = std::get_if<Slice>(&read.exp->node)) {
        slice->array = *matrix;
        const auto place = slice->dims.begin() + static_cast<std::ptrdiff_t>(dim);
        place->index = numbers[0];
        std::vector<DimSlice> more;
        for (std::size_t d = 1; d < numbers.size(); ++d) more.push_back(at(numbers[d]));
        slice->dims.insert(place + 1, more.begin(), more.end());
        continue;
      }
      auto& index = std::get<Index>(read.exp->node);
      index.array = *matrix;
      const auto place = index.indices.begin() + static_cast<std::ptrdiff_t>(dim);
      *place = numbers[0];
      index.indices.insert(place + 1, numbers.begin() + 1, numbers.end());
      for (Index::Step& step : index.steps)
        if (step.end > dim) step.end += static_cast<std::uint32_t>(numbers.size() - 1);
    }
  }
}

}  // namespace laguz::core::simplifier
