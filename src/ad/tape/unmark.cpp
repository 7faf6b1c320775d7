#include "ad/tape/unmark.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/walk.hpp"
#include "support/assert.hpp"

namespace laguz::ad::tape {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;
using core::Exp;
using core::FunId;
using core::Stm;
using core::VarId;

namespace {

constexpr TapeKind kPlaces{support::ScalarType::i64, true};

TapeKind kind_of(const Atom& value, Saved mark) {
  if (mark != Saved::value && mark != Saved::as_long) return kPlaces;
  // Booleans do not add up.
  const bool boolean = value.type.elem == support::ScalarType::boolean;
  return {boolean ? support::ScalarType::u8 : value.type.elem, false};
}

Saved saved(const Atom& mark) { return static_cast<Saved>(mark.scalar().as_i64()); }

bool is_as_long(Saved mark) { return mark == Saved::as_long || mark == Saved::number_as_long; }

bool is(const Exp& exp, FunId mark) {
  const auto* call = std::get_if<core::Call>(&exp.node);
  return call != nullptr && call->function == mark;
}

}  // namespace

void Unmark::add(TapeKinds& kinds, TapeKind kind) {
  const auto at = std::lower_bound(kinds.begin(), kinds.end(), kind);
  if (at == kinds.end() || *at != kind) kinds.insert(at, kind);
}

void Unmark::kinds_of(const Body& body, TapeKinds& kinds, bool& values) {
  for (const Stm& stm : body.stms) {
    if (is(stm.exp, kSave)) {
      const Atoms& args = std::get<core::Call>(stm.exp.node).args;
      for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
        const auto mark = saved(args[i]);
        values = values || mark != Saved::place;
        add(kinds, kind_of(args[i + 1], mark));
        if (args[i + 1].type.rank > 0) add(kinds, kPlaces);
      }
      continue;
    }
    core::visit(
        stm.exp, [](const Atom&) {},
        [&](const Body& inner, const Binders&) { kinds_of(inner, kinds, values); });
  }
}

core::Builder Unmark::at(const Stm& stm) const {
  core::Builder out(names_);
  out.span = stm.span;
  out.inlined_at = stm.inlined_at;
  return out;
}

const Atom& Unmark::tape(TapeKind kind) const {
  const auto found = std::lower_bound(kinds_.begin(), kinds_.end(), kind);
  LAGUZ_ASSERT(found != kinds_.end() && *found == kind, "a tape that is not there");
  return tapes_[static_cast<std::size_t>(found - kinds_.begin())];
}

Atom Unmark::converted(core::Builder& out, const Atom& value, support::ScalarType to) const {
  if (value.type.elem == to) return value;
  if (value.type.rank == 0)
    return to == support::ScalarType::boolean
               ? out.prim("ne", {value, Atom::constant({value.type.elem, 0})})
               : out.prim("cvt_" + std::string(name(to)), {value});
  core::Soac map;
  const Atoms dims = out.shape(value);
  map.width = dims[0];
  map.arrays = {value};
  map.lambda.params = {names_.bind(value.type.row())};
  core::Builder inside(names_);
  inside.span = out.span;
  inside.inlined_at = out.inlined_at;
  const Atom element = converted(inside, map.lambda.params[0].atom(), to);
  map.lambda.body = inside.finish({element});
  map.row_shapes = {Atoms(dims.begin() + 1, dims.end())};
  return out.emit1({std::move(map)}, {to, value.type.rank, false});
}

void Unmark::there(core::Function& function) {
  const Binder place = names_.bind(core::kIndex);
  function.params.push_back(place);
  for (const TapeKind& kind : kinds_) {
    function.params.push_back(names_.bind({kind.elem, 1, true}));
    tapes_.push_back(function.params.back().atom());
  }
  Atom now = place.atom();
  there(function.body, now);
}

void Unmark::there(Body& body, Atom& now) {
  std::vector<Stm> stms;
  for (Stm& stm : body.stms) {
    if (is(stm.exp, kSave)) {
      core::Builder out = at(stm);
      save(out, stm, now);
      for (Stm& made : out.finish({}).stms) stms.push_back(std::move(made));
      stms.push_back({stm.binders, {core::Copy{now}}, stm.span, stm.inlined_at});
      continue;
    }
    if (marks_.is_used_in(stm.exp)) {
      if (std::holds_alternative<core::Call>(stm.exp.node)) {
        const Binder after = stm.binders.back();
        call(stm, now);
        if (stm.binders.empty() || !(stm.binders.back() == after))
          stms.push_back({{after}, {core::Copy{now}}, stm.span, stm.inlined_at});
      } else if (std::holds_alternative<core::If>(stm.exp.node)) {
        branch(stm, now);
      } else {
        loop(stm, now);
      }
    }
    stms.push_back(std::move(stm));
  }
  body.stms = std::move(stms);
}

void Unmark::call(Stm& stm, Atom& now) {
  auto& call = std::get<core::Call>(stm.exp.node);
  const TapedFunction& callee = known_(call.function);
  call.args.pop_back();
  if (callee.kinds.empty()) {  // it is called as it is, and appends nothing
    call.function = callee.original;
    stm.binders.pop_back();
    return;
  }
  call.args.push_back(now);
  for (const TapeKind& kind : callee.kinds) call.args.push_back(tape(kind));
  now = stm.binders.back().atom();
}

void Unmark::branch(Stm& stm, Atom& now) {
  auto& choice = std::get<core::If>(stm.exp.node);
  const auto side = [&](Body& body) {
    const VarId own =
        body.stms.empty() || !is(body.stms.back().exp, kSave) ? 0 : body.stms.back().binders[0].id;
    Atom after = now;
    there(body, after);
    std::size_t r = 0;
    while (r < body.results.size() && (own == 0 || body.results[r].var != own)) ++r;
    return std::pair{r, after};
  };
  const auto [then_at, then_now] = side(choice.then_body);
  const auto [else_at, else_now] = side(choice.else_body);
  if (then_at == else_at && then_at < stm.binders.size()) {  // it is there already
    choice.then_body.results[then_at] = then_now;
    choice.else_body.results[else_at] = else_now;
    now = stm.binders[then_at].atom();
    return;
  }
  choice.then_body.results.push_back(then_now);
  choice.else_body.results.push_back(else_now);
  stm.binders.push_back(names_.bind(core::kIndex));
  now = stm.binders.back().atom();
}

void Unmark::loop(Stm& stm, Atom& now) {
  auto& loop = std::get<core::Loop>(stm.exp.node);
  const std::size_t k = loop.params.size();
  loop.params.push_back(names_.bind(core::kIndex));
  loop.inits.push_back(now);
  Atom after = loop.params.back().atom();
  there(loop.body, after);
  loop.body.results.push_back(after);
  const Binder result = names_.bind(core::kIndex);
  stm.binders.insert(stm.binders.begin() + static_cast<std::ptrdiff_t>(k), result);
  now = result.atom();
}

// A frame: first the elements of arrays, those of one kind one after the other, then numbers, each
// at the next place of its kind. Of arrays the lengths are among these, and the frame's begin.
class Unmark::Frame {
 public:
  explicit Frame(const TapeKinds& kinds)
      : kinds_(kinds), next_(kinds.size()), ends_(kinds.size()) {}

  /// The place of one more number, from the first one on.
  std::int64_t number(TapeKind kind) {
    std::int64_t& next = next_[at(kind)];
    numbers_ = std::max(numbers_, ++next);
    return next - 1;
  }
  std::int64_t numbers() const { return numbers_; }

  /// Where one more array of [dims] begins and ends, in a frame that begins at [begin].
  std::pair<Atom, Atom> array(core::Builder& out, TapeKind kind, const Atom& begin,
                              const Atoms& dims) {
    Atom size = dims[0];
    for (std::size_t d = 1; d < dims.size(); ++d) size = out.mul(size, dims[d]);
    std::optional<Atom>& end = ends_[at(kind)];
    const Atom from = end ? *end : begin;
    end = out.add(from, size);
    return {from, *end};
  }
  /// Behind all arrays.
  Atom end(core::Builder& out, const Atom& begin) const {
    std::optional<Atom> most;
    for (const auto& end : ends_)
      if (end) most = most ? out.prim("max", {*most, *end}) : *end;
    return most.value_or(begin);
  }

 private:
  std::size_t at(TapeKind kind) const {
    const auto found = std::lower_bound(kinds_.begin(), kinds_.end(), kind);
    LAGUZ_ASSERT(found != kinds_.end() && *found == kind, "a tape that is not there");
    return static_cast<std::size_t>(found - kinds_.begin());
  }

  const TapeKinds& kinds_;
  std::vector<std::int64_t> next_;
  std::vector<std::optional<Atom>> ends_;
  std::int64_t numbers_ = 0;
};

void Unmark::save(core::Builder& out, const Stm& stm, Atom& now) {
  const Atoms& args = std::get<core::Call>(stm.exp.node).args;
  std::vector<std::pair<TapeKind, Atom>> numbers, lengths;
  const Atom begin = now;
  Frame frame(kinds_);
  Atom rows = begin;  // of the array before
  for (std::size_t i = 0; i + 1 < args.size(); i += 2) {
    const TapeKind kind = kind_of(args[i + 1], saved(args[i]));
    const Atom value = converted(out, args[i + 1], kind.elem);
    if (value.type.rank == 0) {
      numbers.emplace_back(kind, value);
      continue;
    }
    if (lengths.empty()) lengths.emplace_back(kPlaces, begin);
    const bool as_long = is_as_long(saved(args[i]));
    Atoms dims = out.shape(value);
    if (as_long) dims[0] = rows;
    rows = dims[0];
    for (std::size_t d = as_long ? 1 : 0; d < dims.size(); ++d)
      lengths.emplace_back(kPlaces, dims[d]);
    const Atom from = frame.array(out, kind, begin, dims).first;
    out.emit({core::AccUpdate{tape(kind), {from}, {value}}}, {});
  }
  now = frame.end(out, begin);
  numbers.insert(numbers.end(), lengths.begin(), lengths.end());
  for (const auto& [kind, number] : numbers) {
    const std::int64_t at = frame.number(kind);
    const Atom place = at == 0 ? now : out.add(now, Atom::i64(at));
    out.emit({core::AccUpdate{tape(kind), {place}, {number}}}, {});
  }
  if (frame.numbers() > 0) now = out.add(now, Atom::i64(frame.numbers()));
}

void Unmark::back(core::Function& function) {
  if (kinds_.empty()) function.params.pop_back();
  for (const TapeKind& kind : kinds_) {
    function.params.push_back(names_.bind({kind.elem, 1, false}));
    tapes_.push_back(function.params.back().atom());
  }
  back(function.body);
}

void Unmark::back(Body& body) {
  std::vector<Stm> stms;
  for (Stm& stm : body.stms) {
    if (is(stm.exp, kLoad)) {
      core::Builder out = at(stm);
      load(out, stm);
      for (Stm& made : out.finish({}).stms) stms.push_back(std::move(made));
      continue;
    }
    if (auto* call = std::get_if<core::Call>(&stm.exp.node);
        call != nullptr && !call->args.empty() && call->args.back() == marks_.arrays()) {
      const TapedFunction& callee = known_(call->function);
      call->args.pop_back();
      if (callee.kinds.empty()) call->args.pop_back();
      for (const TapeKind& kind : callee.kinds) call->args.push_back(tape(kind));
    } else {
      core::visit(
          stm.exp, [](Atom&) {}, [this](Body& inner, Binders&) { back(inner); });
    }
    stms.push_back(std::move(stm));
  }
  body.stms = std::move(stms);
}

void Unmark::load(core::Builder& out, const Stm& stm) {
  const Atoms& args = std::get<core::Call>(stm.exp.node).args;
  const bool has_begin = args[1].scalar().as_bool();
  const std::size_t count = args.size() - 3;
  const auto bind = [&](const Binder& to, const Atom& value) {
    out.append({{to}, {core::Copy{value}}, stm.span, stm.inlined_at});
  };
  if (kinds_.empty()) {  // places on a tape on which there is nothing
    for (const Binder& binder : stm.binders) bind(binder, Atom::i64(0));
    return;
  }
  struct Value {
    Binder to;
    TapeKind kind;
    bool as_long = false;
    std::vector<std::int64_t> at{};  ///< the number, or the lengths
  };
  std::vector<Value> numbers, arrays;
  for (std::size_t i = 0; i < count; ++i) {
    const Binder& to = stm.binders[i];
    const Saved mark = saved(args[2 + i]);
    (to.type.rank == 0 ? numbers : arrays)
        .push_back({to, kind_of(to.atom(), mark), is_as_long(mark)});
  }
  Frame frame(kinds_);
  for (Value& number : numbers) number.at.push_back(frame.number(number.kind));
  const std::int64_t begin_at = arrays.empty() ? 0 : frame.number(kPlaces);
  for (Value& array : arrays)
    for (int d = array.as_long ? 1 : 0; d < array.to.type.rank; ++d)
      array.at.push_back(frame.number(kPlaces));
  const Atom first = frame.numbers() == 0 ? args[0] : out.sub(args[0], Atom::i64(frame.numbers()));
  const auto read = [&](TapeKind kind, std::int64_t at) {
    return out.index(tape(kind), {at == 0 ? first : out.add(first, Atom::i64(at))});
  };
  for (const Value& number : numbers)
    bind(number.to, converted(out, read(number.kind, number.at[0]), number.to.type.elem));
  const Atom begin = arrays.empty() ? first : read(kPlaces, begin_at);
  Atom rows = begin;
  for (const Value& array : arrays) {
    const core::Type type{array.kind.elem, array.to.type.rank, false};
    Atoms dims;
    if (array.as_long) dims.push_back(rows);
    for (const std::int64_t at : array.at) dims.push_back(read(kPlaces, at));
    rows = dims[0];
    core::DimSlice range;
    std::tie(range.start, range.end) = frame.array(out, array.kind, begin, dims);
    Atom value = out.emit1({core::Slice{tape(array.kind), {range}}}, {type.elem, 1, false});
    if (type.rank > 1) {
      dims.insert(dims.begin(), value);
      value = out.array_op(core::ArrayOp::reshape, std::move(dims), type);
    }
    bind(array.to, converted(out, value, array.to.type.elem));
  }
  if (has_begin) bind(stm.binders[count], begin);
}

}  // namespace laguz::ad::tape
