// Core: the small typed language that everything is lowered to.
//
// Programs in core are first-order and monomorphic. A source value is a flat list of scalars and
// arrays (tuples, records and sums are laid out as columns; a sum is a u8 tag and the payloads of
// all its constructors); every size is an ordinary i64 value; every function is known by id.
//
// The form is administrative normal form: a body is a list of statements, each binding the results
// of one expression whose operands are atoms, and a list of result atoms. Variables are bound once
// in the whole session (ids come from the session's counter; until `optimise` moves statements, an
// operand has a smaller id than its user inside one body). Lambdas and inner bodies may use
// variables of the bodies around them.
//
// Meaning is that of strict evaluation in statement order. Expressions have no effects but errors,
// traces, and `AccUpdate`. `Update`, `Scatter` and `Hist` consume their array operand: the value is
// overwritten in place when nobody else holds it (the evaluator knows by reference count and last
// use), and copied otherwise; so core needs no consumption checking to be right.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/call_site.hpp"
#include "prims/prim.hpp"
#include "runtime/array.hpp"
#include "support/scalar_type.hpp"
#include "support/source.hpp"

namespace laguz::core {

using support::Scalar;
using support::ScalarType;

/// A variable, and (in graph/) a node: unique in a session, from its one monotone counter. 0: none.
using VarId = std::uint32_t;
using FunId = std::uint32_t;

/// A scalar (rank 0), an array of scalars, or an accumulator for such an array.
struct Type {
  ScalarType elem = ScalarType::i64;
  std::uint8_t rank = 0;
  bool acc = false;

  bool is_scalar() const { return rank == 0 && !acc; }
  Type row() const { return {elem, static_cast<std::uint8_t>(rank - 1), false}; }
  Type array_of(int dims = 1) const {
    return {elem, static_cast<std::uint8_t>(rank + dims), false};
  }
  bool operator==(const Type&) const = default;
};

/// What indices, sizes and counts are.
inline constexpr Type kIndex{ScalarType::i64, 0, false};

/// A variable or a constant scalar.
struct Atom {
  VarId var = 0;  ///< 0: the constant [bits]
  Type type;
  std::uint64_t bits = 0;

  static Atom constant(Scalar s) { return {0, {s.type, 0, false}, s.bits}; }
  static Atom i64(std::int64_t x) { return constant(Scalar::i64(x)); }
  static Atom boolean(bool x) { return constant(Scalar::boolean(x)); }
  static Atom of(VarId var, Type type) { return {var, type, 0}; }
  bool is_constant() const { return var == 0; }
  Scalar scalar() const { return {type.elem, bits}; }
  bool operator==(const Atom&) const = default;
};
using Atoms = std::vector<Atom>;

/// A variable where it is bound.
struct Binder {
  VarId id = 0;
  Type type;
  Atom atom() const { return Atom::of(id, type); }
  bool operator==(const Binder&) const = default;
};
using Binders = std::vector<Binder>;

struct Stm;
struct Body {
  std::vector<Stm> stms;
  Atoms results;
};
struct Lambda {
  Binders params;
  Body body;
};

// ---------------------------------------------------------------------------------- expressions

/// The operand itself (a copy or a renaming).
struct Copy {
  Atom atom;
};

/// A scalar primitive.
struct PrimApp {
  Prim prim;
  Atoms args;
};

struct If {
  Atom condition;
  Body then_body, else_body;
};

/// How a loop's intermediate states are to be kept (they never change a result).
struct LoopHints {
  std::int64_t stripmine = 0;  ///< `#[stripmine(k)]`, 0: none
};
struct ForForm {
  Binder index;
  Atom bound;
  /// The other way round. Only evaluators have such loops (eval/lanes/count_down.hpp).
  bool down = false;
};  ///< index = 0, 1, ... bound-1, of bound's type
struct WhileForm {
  Body condition;
};  ///< over the parameters; one boolean result
/// Results: the final parameters; then for each entry of [history] the parameter's value at the
/// start of every iteration ([after]: at its end), stacked: rank+1, outer length the number of
/// iterations. If [counted],
/// last of all the number of iterations (i64). A parameter in [history] keeps its shape, unless the
/// entry is [flat]: then the result is the elements of all its states, one state after the other,
/// as a vector (whoever reads it keeps the shapes). What of it is in memory at a time is for the
/// evaluator to say (eval/tape.hpp).
struct Loop {
  Binders params;
  Atoms inits;
  std::variant<ForForm, WhileForm> form;
  Body body;  ///< results: the next parameters
  LoopHints hints;
  std::vector<std::uint32_t> history;
  bool counted = false;
  std::vector<std::uint8_t> flat = {};   ///< per entry of [history]; false beyond its end
  std::vector<std::uint8_t> after = {};  ///< likewise
  /// Per parameter: all of its states are known to have the shape of its initial value. False
  /// beyond its end.
  std::vector<std::uint8_t> regular = {};
  /// Likewise: what is added to it may be added in any order, for nobody has written the additions.
  std::vector<std::uint8_t> sums = {};

  /// Where its count is among the results.
  std::size_t count_at() const { return params.size() + history.size(); }
  bool is_flat(std::size_t entry) const { return entry < flat.size() && flat[entry] != 0; }
  bool is_after(std::size_t entry) const { return entry < after.size() && after[entry] != 0; }
  bool is_regular(std::size_t param) const { return param < regular.size() && regular[param] != 0; }
  bool is_sum(std::size_t param) const { return param < sums.size() && sums[param] != 0; }
  /// One more entry of [history]; the caller binds its result.
  void keep(std::size_t param, bool as_flat, bool at_end) {
    flat.resize(history.size(), 0);
    after.resize(history.size(), 0);
    history.push_back(static_cast<std::uint32_t>(param));
    flat.push_back(as_flat ? 1 : 0);
    after.push_back(at_end ? 1 : 0);
  }
};

struct Call {
  FunId function = 0;
  Atoms args;
};

/// A reduction inside a Soac: an associative operator with its neutral element. [commutative]: and
/// sums may be divided, for nobody has said in which order they are made (as in derivatives).
struct Reduce {
  Lambda op;
  Atoms neutral;
  bool commutative = false;
};
struct Scan {
  Lambda op;
  Atoms neutral;
};
/// The one parallel construct: map, reduce, scan and all their fusions, over [width] iterations.
/// [lambda] takes one element (row) of each of [arrays], and gives, in order: operands of the
/// reductions, operands of the scans, elements of the mapped results. Results of the Soac: reduced
/// values, scanned arrays (inclusive), mapped arrays.
/// Widths of the arrays equal [width] (checked when run). [row_shapes]: for every scanned and
/// mapped result its row's lengths (rank-1 atoms), used when width is 0 and no row exists.
struct Soac {
  Atom width;
  Atoms arrays;
  Lambda lambda;
  std::vector<Reduce> reduces;
  std::vector<Scan> scans;
  std::vector<Atoms> row_shapes;
  bool sequential = false;  ///< `#[sequential]`: a hint
  /// `#[checkpoint]`: derivatives compute again what it computes, and keep nothing of it. So its
  /// iterations are not written out where they could be found to be the same.
  bool checkpoint = false;
  /// What its iterations add to accumulators that are [apart] goes to partial sums (see WithAcc),
  /// where there are so many of them or more; 0: it does not.
  std::int64_t parted_from = 0;
  /// What has been fused into it. Only told (eval/profile.hpp): no part of what it means.
  struct Fused {
    std::uint32_t soacs = 0;  ///< how many others
    std::uint32_t bytes = 0;  ///< of numbers in an iteration that are stored in no array thereby
    /// What it has been divided for, if it has been.
    enum class Apart : std::uint8_t { no, products, rows } apart = Apart::no;

    /// [part] has been taken out again.
    void divide(Fused& part, Apart why) {
      soacs -= soacs > 0 ? 1 : 0;
      apart = part.apart = why;
    }
    /// [value] of each iteration is stored after all.
    void store(const Type& value) {
      if (!value.is_scalar()) return;
      bytes -= std::min(bytes, static_cast<std::uint32_t>(support::size_of(value.elem)));
    }
  };
  Fused fused = {};
};

/// reduce_by_index: for i < width in order, if indices[.][i] is inside the first dimensions of
/// [dests]: dests[k] = op(dests[k], values[i]). Consumes dests; results: the new ones.
/// One index array per leading dimension (1 to 3).
struct Hist {
  Atom width;
  Atoms dests;
  Lambda op;
  Atoms neutral;
  Atoms indices;
  Atoms values;
};

/// For i < width in order: dests[k] = values[i], ignoring indices out of bounds (last wins).
/// One index array per leading dimension. Consumes dests.
///
/// An exchange gives more results, behind the destinations: what each iteration found where it
/// wrote, arrays of the values' shapes, 0 where an index is out of bounds. Backwards it goes from
/// the last iteration to the first (first wins). The derivative of an exchange is one the other way
/// round, of the cotangents.
struct Scatter {
  enum class Exchange : std::uint8_t { none, forwards, backwards };
  Atom width;
  Atoms dests;
  Atoms indices;
  Atoms values;
  Exchange exchange = Exchange::none;

  bool exchanges() const { return exchange != Exchange::none; }
  /// The destination, and value, that result [r] is of.
  std::size_t column(std::size_t r) const { return r % dests.size(); }
};

/// stream_seq: chunks in order; [lambda] takes (c: i64, accumulators, chunks [c]...) and gives
/// (accumulators, results [c]...). [chunk] is 0 (we choose) or the size `#[chunk(c)]` asks for.
/// Results: the last accumulators, then the results' chunks concatenated ([row_shapes] as in Soac).
struct Stream {
  Atom width;
  Atoms arrays;
  Lambda lambda;
  Atoms inits;
  std::vector<Atoms> row_shapes;
  std::int64_t chunk = 0;
};

/// array[i, j, ...] for a prefix of the dimensions: a scalar or a sub-array. Checked.
/// [steps]: where it stands for several, `array[i][j]`, those before the last one: the indices up
/// to [end], at [span], which errors in them are about.
struct Index {
  struct Step {
    std::uint32_t end = 0;
    Span span{};
  };
  Atom array;
  Atoms indices;
  std::vector<Step> steps = {};
};

/// One dimension of a slice as written: `i`, or `start:end:stride` with parts left out.
struct DimSlice {
  bool fixed = false;
  Atom index;  ///< when fixed
  std::optional<Atom> start, end, stride;
  bool is_whole() const { return !fixed && !start && !end && !stride; }
  bool operator==(const DimSlice&) const = default;
};
using DimSlices = std::vector<DimSlice>;
/// A view; checked as the language says (an empty slice is never out of bounds; stride not 0).
struct Slice {
  Atom array;
  std::vector<DimSlice> dims;
};

/// array with [dims] = value; consumes array. Missing trailing dimensions are whole.
struct Update {
  Atom array;
  std::vector<DimSlice> dims;
  Atom value;
};

/// [e0, e1, ...]: scalars or arrays of equal shape (checked). [row_shape] for when it is empty.
struct ArrayLit {
  Atoms elements;
  Type row;
  Atoms row_shape;
};

enum class ArrayOp : std::uint8_t {
  iota,         ///< (n, start, step) of start's integer type; n ≥ 0 checked
  replicate,    ///< (n, x): n ≥ 0 checked
  concat,       ///< (a, b, ...) along the outermost dimension; other dimensions agree (checked)
  rearrange,    ///< (a), attribute: permutation
  reshape,      ///< (a, d0, d1, ...): same number of elements (checked)
  reverse,      ///< (a) along the outermost dimension
  rotate,       ///< (r, a): result[i] = a[(i + r) mod n]
  gather,       ///< (a, is): rows a[is[j]]; out of bounds gives zeros
  copy,         ///< (a): a fresh array; with an attribute: which is to be there, row by row
  shape,        ///< (a), attribute: the dimension; an i64
  zeros,        ///< (d0, d1, ...), attribute: the scalar type
  lin_rec,      ///< (a, b): t[0] = b[0]; t[i] = b[i] + a[i]*t[i-1], along the outermost dimension,
                ///< elementwise in the others: the derivative of a scan of products
  order,        ///< (keys, n): 0, 1, ... by their keys, equal ones in order; those of keys that
                ///< are not in [0, n) come last
  last_equal,   ///< (keys, n): for each key the number of the last one equal to it; -1 for those
                ///< that are not in [0, n)
  flat_index,   ///< (a, offset, n0, s0, n1, s1, ...): result[i,j..] = a[offset + i*s0 + j*s1 ...];
                ///< checked
  flat_update,  ///< (a, offset, s0, s1, ..., v): the same places of a overwritten by v; consumes a
};
struct ArrayApp {
  ArrayOp op;
  Atoms args;
  std::vector<std::int64_t> attrs;
};

/// Fails with the message when the condition is false. The parts are joined: text, then atoms
/// printed as the user would see them. No results.
struct Assert {
  Atom condition;
  std::vector<std::variant<std::string, Atom>> message;
};

/// Differentiation of [function] (its free variables are constants here).
/// vjp: (xs, cotangents of the results); jvp: (xs, tangents); mjp, jmp: the seeds are stacked, [n]
/// of each. Results: the function's results, then the adjoints of xs (vjp, mjp: stacked [n]) or the
/// tangents of the results (jvp, jmp: stacked). pattern: as jmp, but which results depend on which
/// inputs, from numbers 0 and 1 that say which inputs are meant. Removed by ad/ before evaluation.
enum class DiffMode : std::uint8_t { vjp, jvp, mjp, jmp, pattern };
/// Whether the seeds are stacked.
constexpr bool is_stacked(DiffMode mode) {
  return mode == DiffMode::mjp || mode == DiffMode::jmp || mode == DiffMode::pattern;
}
struct Diff {
  DiffMode mode;
  Lambda function;
  Atoms primals;
  Atoms seeds;
};

/// A function with a derivative of the user's. Outside differentiation it is [function].
/// with_vjp: [rule] takes (results, cotangents) and gives cotangents of the arguments.
/// with_jvp: [rule] takes (arguments, tangents) and gives tangents of the results.
enum class CustomMode : std::uint8_t { vjp, jvp };
struct Custom {
  CustomMode mode;
  Lambda function;
  Lambda rule;
  Atoms args;
};

/// Accumulators: inside [body] each of [accs] (a variable of an acc type) stands for one of
/// [arrays], to which `AccUpdate` adds. Results: the final arrays, then the body's results.
/// An operator of the user's combines whole elements of several arrays at once.
struct WithAcc {
  /// Whether arrays grow when something is added behind their ends (a tape). They are vectors
  /// then, and the elements of a value, of any rank, go to the places from the index on. What is
  /// skipped is zeros.
  enum class Growth : std::uint8_t {
    none,
    values,
    places,  ///< what is added are lengths, and places in tapes: nothing has a derivative
  };
  struct Acc {
    Binder acc;
    Atoms arrays;              ///< consumed; several when the element is a tuple
    std::optional<Lambda> op;  ///< none: addition (or for booleans, ||) of each scalar
    Atoms neutral;
    int index_rank = 1;  ///< leading dimensions that an index selects
    /// Nobody has said in which order one array is added to: a Soac that has `parted_from` may add
    /// to partial sums, of which there are some for its blocks of iterations and for each [site],
    /// and which are added to the array in order afterwards. The program, widths and lengths alone
    /// decide how many (eval/partial_sums.hpp).
    bool apart = false;
    Growth growth = Growth::none;
  };
  std::vector<Acc> accs;
  Body body;
};
/// Combines [values] into the accumulator at [indices]; out of bounds does nothing. No results.
/// Updates take effect in the sequential order of the iterations around them, unless sums are
/// parted.
struct AccUpdate {
  Atom acc;
  Atoms indices;
  Atoms values;
  /// Its number among those of a Soac that add to [acc] and part sums; shared by updates that are
  /// certainly of different places.
  std::uint32_t site = 0;
};

/// `#[trace]`, `#[break]`: shows values, gives nothing. The view says how to print them; that of a
/// break is a record of the names in scope.
struct View;
struct Trace {
  bool is_break = false;
  std::string tag;
  Atoms values;
  std::shared_ptr<const View> view;
};

struct Exp {
  std::variant<Copy, PrimApp, If, Loop, Call, Soac, Hist, Scatter, Stream, Index, Slice, Update,
               ArrayLit, ArrayApp, Assert, Diff, Custom, WithAcc, AccUpdate, Trace>
      node;
};

/// Binds the results of [exp].
struct Stm {
  Binders binders;
  Exp exp;
  Span span;
  /// The inlined calls that this statement stands in, innermost first. Whoever reports an error at
  /// this statement, or passes one through it as a Call, adds them to the stack after [span].
  std::shared_ptr<const CallSite> inlined_at = nullptr;
};

// ------------------------------------------------------------------------------------- programs

/// How a list of flat values reads as a source value: for reading, printing, and tracing.
struct View {
  enum class Kind : std::uint8_t { leaf, tuple, record, sum, array, function } kind = Kind::leaf;
  Type leaf;                                        ///< leaf: one flat value
  std::vector<std::pair<std::string, View>> parts;  ///< tuple, record: components in flat order
  /// sum: constructors in tag order; the flat values are the tag (u8), then all payloads in order.
  std::vector<std::pair<std::string, std::vector<View>>> constructors;
  /// array: [rank] dimensions outside of a non-leaf element (parts[0]); every flat value of the
  /// element has these dimensions in front.
  int rank = 0;

  // Defined when the type is complete: clang 14 asks for them too early otherwise.
  View();
  View(const View&);
  View(View&&) noexcept;
  View& operator=(const View&);
  View& operator=(View&&) noexcept;
  ~View();
};
inline View::View() = default;
inline View::View(const View&) = default;
inline View::View(View&&) noexcept = default;
inline View& View::operator=(const View&) = default;
inline View& View::operator=(View&&) noexcept = default;
inline View::~View() = default;

struct Function {
  std::string name;  ///< as the user knows it
  Binders params;
  Body body;
  std::vector<Type> results;
  bool constant = false;  ///< no parameters: evaluated once in a session, when first needed
  bool recursive = false;
  bool noinline = false;
  Span span;
  runtime::Known known = nullptr;  ///< a constant's results, once it is settled (see make_known)
  bool evaluated = false;          ///< a constant that does not fail: it has been evaluated

  /// Is there code? Not for arrays that are known.
  bool has_body() const { return body.results.size() == results.size(); }
};

class Program;

}  // namespace laguz::core
