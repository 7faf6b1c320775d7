// Products of matrices and vectors in core: nests of maps whose innermost values are sums of
// products of elements, whichever way they are written.
//
//   by rows and columns, by indices   map (map (reduce (+) ne (map2 (*) ..)))
//   a loop for each element           map (map (loop s = .. do s + a * b))
//   a sum of outer products           loop c = .. do map2 (map2 (+)) c (outer ..), and as a reduce
//   accumulated, as in derivatives    with_acc: acc[j, k] += a * b
//
// Iterations are numbered *dimensions*; an operand is an array each of whose axes goes along a
// dimension, or stays at one index. Nothing else may happen in the nest: what a kernel computes
// then are the same sums, in the order that the text has them in.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "core/ir.hpp"
#include "eval/node.hpp"
#include "eval/partial_sums.hpp"
#include "eval/usage.hpp"
#include "support/function_ref.hpp"

namespace laguz::eval {

/// A scalar of an array.
struct Element {
  struct Axis {
    int dim = -1;      ///< the dimension along which it goes, or none:
    core::Atom index;  ///< then it stays here
    /// Of a part of the axis: both count from where that begins.
    std::optional<core::Atom> start = {}, end = {};
    bool is_part() const { return start || end; }
  };
  core::Atom array;
  std::vector<Axis> axes;
};

enum class SumKind : std::uint8_t {
  linear,   ///< one addition after the other
  builtin,  ///< a reduction by addition
  general,  ///< a reduction by an operator that adds arrays
};

/// One result of a nest.
struct SumOfProducts {
  std::vector<int> dims;  ///< of the result, outermost first
  /// By these: where in an accumulator's array the sums begin; absent: at 0.
  std::vector<std::optional<core::Atom>> starts{};
  std::vector<int> terms;  ///< the dimensions that are summed over, outermost first
  Element left, right;
  SumKind kind = SumKind::linear;
  /// What is added to: a scalar for all elements, or an array; along the last of [dims] at least.
  core::Atom init;
  /// For what is added to an accumulator whose sums may be parted (partial_sums.hpp).
  struct Added {
    core::Binder acc;
    std::uint32_t site = 0;
    int dim = 0;           ///< of whose iterations blocks are made
    bool outside = false;  ///< it is made outside of the statement: no result
  };
  std::optional<Added> added = {};
};

struct ProductNest {
  /// What is asked of an axis, whether anybody reads what is there or not.
  enum class Asks : std::uint8_t {
    part,    ///< that the part is there
    inside,  ///< that the index, or all of the dimension, is inside
    whole,   ///< that it is as long as the dimension
  };
  struct Place {
    core::Atom array;
    std::size_t axis = 0;
    Element::Axis at{};
    Asks asks = Asks::inside;
  };
  std::vector<core::Atom> widths;   ///< by dimension
  std::vector<SumOfProducts> sums;  ///< as the statement's results; then for accumulators outside
  std::vector<Place> places;        ///< what its Soacs and accesses check
  std::vector<std::pair<core::Atom, core::Atom>> equal;  ///< likewise, scalars
};

/// What [exp] is, when it is nothing else. [around]: of variables bound outside of it.
std::optional<ProductNest> find_products(const core::Exp& exp, const Iotas& around);

/// Where the variables of a nest are.
using SlotOf = support::FunctionRef<Slot(const core::Atom&)>;

/// What a nest adds to that is parted where there are so many iterations or more.
struct Parted {
  std::vector<PartedAcc> accs{};
  std::int64_t from = 0;
};

/// A node that does what [plain] does, with the kernel where that is possible and pays. [results]:
/// the statement's.
NodePtr product_node(const ProductNest& nest, SlotOf slot_of, std::vector<Slot> results,
                     Parted parted, NodePtr plain);

}  // namespace laguz::eval
