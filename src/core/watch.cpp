#include "core/watch.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/builder.hpp"
#include "core/number_test.hpp"
#include "core/operation_text.hpp"
#include "core/taken.hpp"
#include "core/walk.hpp"
#include "core/watch_sums.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

constexpr std::string_view kFirst = "The first ";
constexpr std::string_view kAdded = "what is added to ";
constexpr std::string_view kCotangent =
    ", a cotangent of what stands here (reverse mode, on the way back)";
constexpr std::string_view kTangent = ", a tangent of what stands here (forward mode)";
constexpr std::string_view kSlope = ", in the slope of ";
constexpr std::string_view kIteration = ", in iteration ";

/// An iteration that a statement is part of.
struct Turn {
  const char* of;  ///< "loop", "map"
  Span span;
  Atom number;
  std::optional<Atom> backwards{};  ///< how many there are, if it goes back through them
};

/// The primitive whose slope [stm] is part of: that of the program, if it is one of a slope.
std::optional<prims::Prim> slope_of(const Stm& stm) {
  std::optional<prims::Prim> of;
  for (const CallSite* at = stm.inlined_at.get(); at != nullptr && !at->span; at = at->outer.get())
    if (at->slope_of) of = at->slope_of;
  return of;
}

class Watcher {
 public:
  /// [again]: what it watches may run in iterations that it does not see.
  Watcher(Program& program, Watched what, Sums sums, bool again)
      : program_(program),
        names_(program.names),
        what_(what),
        sums_(sums),
        again_(again),
        test_(names_, what) {}

  /// Of the operations in [body], and inside, that a derivative may be of.
  void note_poles(const Body& body) {
    for (const Stm& stm : body.stms) {
      if (const auto* app = std::get_if<PrimApp>(&stm.exp.node);
          app != nullptr && stm.span && derived_of(stm) == Derived::value)
        note_pole(stm.span, app->prim);
      if (const auto slope = slope_of(stm); slope && stm.span) note_pole(stm.span, *slope);
      visit(
          stm.exp, [](const Atom&) {},
          [&](const Body& inner, const Binders&) { note_poles(inner); });
    }
  }

  void body(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    const std::vector<Turn> around = turns_;
    std::unordered_set<VarId> whole;  // arrays that are made here, all of them
    for (Stm& stm : stms) {
      const std::size_t turns = turns_.size();
      std::vector<Fold> folds;
      std::vector<AccumulatedSum> sums = enter_sums(stm, whole, body.stms);
      if (auto* soac = std::get_if<Soac>(&stm.exp.node)) {
        folds = enter(stm, *soac, body.stms);
      } else {
        enter_loop(stm);
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { this->body(inner); });
      }
      turns_.resize(turns);
      leave_sums(stm, sums, body.stms);
      const auto* app = std::get_if<PrimApp>(&stm.exp.node);
      if (app != nullptr) note_backwards(stm.binders[0], *app);
      note_places(stm);
      if (makes_whole_arrays(stm.exp) || !sums.empty())
        for (const Binder& binder : stm.binders) whole.insert(binder.id);
      const bool watched = app != nullptr && stm.binders[0].type.is_scalar() &&
                           support::is_float(stm.binders[0].type.elem);
      body.stms.push_back(std::move(stm));
      if (watched) check(body.stms);
      for (const Fold& fold : folds) check(fold, body.stms);
      for (const AccumulatedSum& sum : sums) check(sum, body.stms);
    }
    turns_ = around;
  }

 private:
  static void append(Body written, std::vector<Stm>& stms) {
    std::move(written.stms.begin(), written.stms.end(), std::back_inserter(stms));
  }

  /// A reduction or scan by one operation of what the lambda gives: with a check in its operator it
  /// would be made in another order.
  struct Fold {
    PrimApp app;
    Atom result, before;  ///< what it is, and whether an operand was one already
    Span span;
    std::shared_ptr<const CallSite> inlined_at;
    Derived derived;
  };

  /// Sums in accumulators are watched where they are made, if that is in order, or is to be. Else
  /// what they are is looked at behind them: of arrays that are made here, and of others where that
  /// is not in iterations, of which each may add a little to much.
  std::vector<AccumulatedSum> enter_sums(Stm& stm, const std::unordered_set<VarId>& whole,
                                         std::vector<Stm>& before) {
    std::vector<AccumulatedSum> sums = sums_in_accumulators(stm, program_, what_);
    std::erase_if(sums, [&](AccumulatedSum& sum) {
      const bool made_here = whole.count(sum.array.var) > 0, often = again_ || !turns_.empty();
      sum.little = made_here || !often;
      sum.in_order = sum.seen && (sums_ == Sums::one_by_one || (sum.in_order && !made_here));
      if (sum.in_order) return false;
      if (!sum.all_known || !(sum.little || sum.width)) return true;
      if (made_here) return false;
      Builder b(names_);
      b.span = stm.span;
      b.inlined_at = stm.inlined_at;
      sum.before = often ? before_if_small(b, test_, sum) : test_.any_may_end(b, sum.array);
      std::erase_if(sum.operands, [&](const Binder& one) { return one.id == sum.array.var; });
      append(b.finish({}), before);
      return false;
    });
    return sums;
  }

  /// Has those of [sums] that are made in order watched, and leaves those that are looked at.
  void leave_sums(Stm& stm, std::vector<AccumulatedSum>& sums, std::vector<Stm>& before) {
    // (From the last one on: results are added behind those of what comes before.)
    for (auto sum = sums.rbegin(); sum != sums.rend(); ++sum)
      if (sum->in_order) watch_additions(stm, *sum, before);
    std::erase_if(sums, [](const AccumulatedSum& sum) { return sum.in_order; });
  }

  /// Has what is added to [sum], of the statement [stm], added by an operator that is watched. It
  /// knows in which iteration, for which there is an array more, if that is little work.
  void watch_additions(Stm& stm, const AccumulatedSum& sum, std::vector<Stm>& before) {
    auto& with = std::get<WithAcc>(stm.exp.node);
    WithAcc::Acc& acc = with.accs[sum.acc];
    add_numbers(acc, with.body, names_);
    const auto iteration = sum.little ? iteration_of(acc, with.body, names_) : std::nullopt;
    const ScalarType elem = sum.array.type.elem;
    const Binder there = names_.bind({elem, 0, false}), comes = names_.bind({elem, 0, false});
    acc.apart = false;
    acc.neutral = {Atom::constant({elem, 0})};
    acc.op = Lambda{{there, comes}, {}};
    Builder b(names_);
    b.span = sum.places.size() == 1 ? sum.places[0] : sum.span;
    b.inlined_at = sum.inlined_at;
    const Atom result = b.prim("add", {there.atom(), comes.atom()});
    Message text = beginning();
    text.insert(text.end(), {there.atom(), std::string(" + "), comes.atom()});
    if (iteration) turns_.push_back({"map", iteration->span, iteration->comes.atom()});
    place(text, sum.derived);
    if (iteration) turns_.pop_back();
    text.emplace_back(what_ == Watched::infinity ? "\nIt overflows." : why_undefined(sum));
    const Atom may = b.prim("or", {test_.may_end(b, there.atom()), test_.may_end(b, comes.atom())});
    b.emit({Assert{b.prim("or", {may, b.prim("not", {test_.is_one(b, result)})}), std::move(text)}},
           {});
    acc.op->body = b.finish({result});
    if (iteration) add_iterations(stm, sum.acc, *iteration, names_, before);
  }

  /// Where cotangents that come from the statement [stm], or are handed to a lambda of it, are of.
  void note_places(const Stm& stm) {
    if (const auto* soac = std::get_if<Soac>(&stm.exp.node)) {
      const Ends ends = ends_of(*soac);
      for (std::size_t b = ends.scanned; b < stm.binders.size(); ++b)
        note_place(stm.binders[b], place_of(soac->lambda.body.results[b]), stm.span);
    } else if (derived_of(stm) == Derived::cotangent) {
      for (const Binder& binder : stm.binders) note_place(binder, stm.span, {});
    }
  }
  void note_place(const Binder& binder, Span place, Span otherwise) {
    if (!place) place = otherwise;
    if (place) places_[binder.id] = place;
  }
  Span place_of(const Atom& atom) const {
    const auto found = places_.find(atom.var);
    return found == places_.end() ? Span() : found->second;
  }

  void enter_loop(const Stm& stm) {
    const auto* loop = std::get_if<Loop>(&stm.exp.node);
    const auto* form = loop != nullptr ? std::get_if<ForForm>(&loop->form) : nullptr;
    if (form == nullptr) return;
    turns_.push_back({"loop", stm.span, form->index.atom()});
    if (derived_of(stm) == Derived::cotangent) turns_.back().backwards = form->bound;
  }

  /// Whether [number] is the last iteration of a loop that is gone back through.
  bool is_last(const Atom& number, const Atom& bound) const {
    if (number.is_constant() && bound.is_constant())
      return number.scalar().as_i64() == bound.scalar().as_i64() - 1;
    const auto found = ones_before_.find(number.var);
    return !number.is_constant() && found != ones_before_.end() && found->second == bound;
  }

  /// On the way back through a loop, iterations have the numbers that they had on the way there:
  /// the variable [binder], which is [app], may be such a number.
  void note_backwards(const Binder& binder, const PrimApp& app) {
    if (prims::op_of(app.prim) != prims::Op::sub || !(binder.type == kIndex)) return;
    if (app.args[1] == Atom::i64(1)) ones_before_[binder.id] = app.args[0];
    if (turns_.empty()) return;
    Turn& turn = turns_.back();
    if (turn.backwards && app.args[1] == turn.number && is_last(app.args[0], *turn.backwards))
      turn.number = binder.atom();
  }

  /// Has the iterations of [soac], the statement [stm], counted, and watches its bodies.
  std::vector<Fold> enter(Stm& stm, Soac& soac, std::vector<Stm>& before) {
    Builder b(names_);
    b.span = stm.span;
    b.inlined_at = stm.inlined_at;
    soac.width = b.prim("max", {soac.width, Atom::i64(0)});
    const Atom all = b.array_op(ArrayOp::iota, {soac.width, Atom::i64(0), Atom::i64(1)},
                                {ScalarType::i64, 1, false});
    append(b.finish({}), before);
    soac.arrays.push_back(all);
    soac.lambda.params.push_back(names_.bind(kIndex));
    turns_.push_back({"map", stm.span, soac.lambda.params.back().atom()});
    for (std::size_t i = 0; i < soac.arrays.size(); ++i)
      note_place(soac.lambda.params[i], place_of(soac.arrays[i]), {});
    body(soac.lambda.body);
    turns_.pop_back();  // operators are not any iteration's
    const std::size_t reduced = results_of(soac.reduces);
    std::vector<Fold> folds;
    std::size_t operand = 0;
    std::vector<Reduce> more;
    const auto fold = [&](Lambda& op, const Atoms& neutral) {
      const std::size_t first = operand;
      operand += neutral.size();
      const Stm* only = op.body.stms.size() == 1 ? &op.body.stms[0] : nullptr;
      const auto* app = only != nullptr ? std::get_if<PrimApp>(&only->exp.node) : nullptr;
      const Type type = neutral[0].type;
      if (app == nullptr || neutral.size() > 1 || !type.is_scalar()) return body(op.body);
      if (!support::is_float(type.elem)) return;
      Builder inside(names_);
      const std::size_t at = first < reduced ? first : first + more.size();
      const Atom is = test_.may_end(inside, soac.lambda.body.results[at]);
      Body test = inside.finish({});
      std::move(test.stms.begin(), test.stms.end(), std::back_inserter(soac.lambda.body.stms));
      const Binder any = names_.bind({ScalarType::boolean, 0, false});
      folds.push_back({*app, stm.binders[at].atom(), any.atom(), only->span ? only->span : stm.span,
                       stm.inlined_at, derived_of(stm)});
      const auto behind = static_cast<std::ptrdiff_t>(reduced + more.size());
      soac.lambda.body.results.insert(soac.lambda.body.results.begin() + behind, is);
      stm.binders.insert(stm.binders.begin() + behind, any);
      more.push_back(test_.any());
    };
    for (Reduce& reduce : soac.reduces) fold(reduce.op, reduce.neutral);
    for (Scan& scan : soac.scans) fold(scan.op, scan.neutral);
    for (Reduce& reduce : more) soac.reduces.push_back(std::move(reduce));
    return folds;
  }

  static std::size_t results_of(const std::vector<Reduce>& reduces) {
    std::size_t count = 0;
    for (const Reduce& reduce : reduces) count += reduce.neutral.size();
    return count;
  }

  void check(const Fold& fold, std::vector<Stm>& stms) {
    Builder b(names_);
    b.span = fold.span;
    b.inlined_at = fold.inlined_at;
    const std::string by = " together by " + std::string(prims::row_of(fold.app.prim).name);
    Message text = beginning();
    Atom is;
    if (fold.result.type.is_scalar()) {
      is = test_.is_one(b, fold.result);
      text.emplace_back("what all iterations are" + by);
    } else {
      const Atom width = b.shape(fold.result, 0);
      const Atom first = test_.first_in(b, fold.result, width);
      is = b.prim("lt", {first, width});
      text.emplace_back("what iterations 0 to ");
      text.emplace_back(first);
      text.emplace_back(" are" + by);
    }
    place(text, fold.derived);
    if (is_meeting(fold.derived, prims::op_of(fold.app.prim)))
      text.emplace_back("\nCotangents of all iterations meet, and infinities among them cancel.");
    else
      reason(text, fold.app.prim);
    if (fold.derived == Derived::cotangent) guard(text);
    b.emit({Assert{b.prim("or", {fold.before, b.prim("not", {is})}), std::move(text)}}, {});
    append(b.finish({}), stms);
  }

  void check(const AccumulatedSum& sum, std::vector<Stm>& stms) {
    Builder b(names_), outside(names_);
    outside.span = b.span = sum.span;
    outside.inlined_at = b.inlined_at = sum.inlined_at;
    const Atom all = NumberTest::flat(b, sum.result);
    const Atom width = b.shape(all, 0);
    const Atom first = test_.first_in(b, all, width);
    // What has come in is nobody's fault.
    Builder found(names_);
    found.span = sum.span;
    found.inlined_at = sum.inlined_at;
    Atom before = Atom::boolean(false);
    for (const Binder& operand : sum.operands)
      before = found.prim("or", {before, test_.any_may_end(found, operand.atom())});
    for (const FunId constant : sum.constants)
      for (const Atom& value : found.emit({Call{constant, {}}}, program_[constant].results))
        if (support::is_float(value.type.elem))
          before = found.prim("or", {before, test_.any_may_end(found, value)});
    const int rank = sum.result.type.rank;
    Atom at = first;
    for (int dim = 1; dim < rank; ++dim) at = found.prim("div", {at, found.shape(sum.result, dim)});
    Message text = beginning();
    text.emplace_back(std::string(kAdded) + (rank == 1 ? "element " : "row "));
    text.emplace_back(at);
    place(text, sum.derived);
    text.emplace_back(what_ == Watched::infinity ? "\nIt overflows." : why_undefined(sum));
    found.emit({Assert{before, std::move(text)}}, {});
    b.emit({If{b.prim("lt", {first, width}), found.finish({}), {}}}, {});
    Body written = b.finish({});
    if (sum.before) {
      outside.emit({If{outside.prim("not", {*sum.before}), std::move(written), {}}}, {});
      written = outside.finish({});
    }
    std::move(written.stms.begin(), written.stms.end(), std::back_inserter(stms));
  }

  /// Of [app], a sum of cotangents.
  std::string meeting(const PrimApp& app) const {
    const Span one = place_of(app.args[0]), other = place_of(app.args[1]);
    return fmt::format("\nCotangents of two uses meet, and infinities cancel{}.",
                       one && other ? fmt::format(": they come from {} and {}",
                                                  support::locate(one), support::locate(other))
                                    : "");
  }

  /// Appends a check of what the last statement gives.
  void check(std::vector<Stm>& stms) {
    const Stm stm = stms.back();
    const auto& app = std::get<PrimApp>(stm.exp.node);
    Builder b(names_);
    b.span = stm.span;
    b.inlined_at = stm.inlined_at;
    const Atom result = stm.binders[0].atom();
    // It fails where the result is one and no operand was.
    Atom before = Atom::boolean(false);
    for (const Atom& arg : app.args)
      if (support::is_float(arg.type.elem)) before = b.prim("or", {before, test_.may_end(b, arg)});
    const Atom fine = b.prim("or", {before, b.prim("not", {test_.is_one(b, result)})});
    b.emit({Assert{fine, message(stm, app)}}, {});
    append(b.finish({}), stms);
  }

  Message beginning() const {
    return {std::string(kFirst) + (what_ == Watched::nan ? "NaN: " : "infinity: ")};
  }

  Message message(const Stm& stm, const PrimApp& app) const {
    Message text = beginning();
    append_operation(app, text);
    const Derived derived = derived_of(stm);
    const prims::Op op = prims::op_of(app.prim);
    const auto slope = slope_of(stm);
    if (slope) text.emplace_back(fmt::format("{}{}", kSlope, prims::row_of(*slope).name));
    place(text, derived);
    // What has no slope there is what the program says, whatever the slope is computed by.
    const bool of_slope = slope && !prims::row_of(*slope).pole.empty() && !overflows(op);
    if (of_slope)
      text.emplace_back("\n" + std::string(prims::row_of(*slope).pole));
    else if (!slope && is_meeting(derived, op))
      text.emplace_back(meeting(app));
    else
      reason(text, app.prim);
    if (derived == Derived::cotangent) guard(text);
    // What this is the derivative of. (Of a product, the infinity says so.)
    const auto primal = poles_.find(key_of(stm.span));
    if (!of_slope && what_ == Watched::infinity && derived != Derived::value &&
        primal != poles_.end() && primal->second != prims::row_of(app.prim).pole)
      text.emplace_back("\n" + std::string(primal->second));
    return text;
  }

  using Key = std::tuple<const support::SourceFile*, std::uint32_t, std::uint32_t>;
  static Key key_of(const Span& span) { return {span.file, span.lo, span.hi}; }

  void note_pole(const Span& at, prims::Prim prim) {
    if (const auto pole = prims::row_of(prim).pole; !pole.empty()) poles_.emplace(key_of(at), pole);
  }

  /// Whether it is that an [op] has become too large.
  bool overflows(prims::Op op) const {
    return what_ == Watched::infinity &&
           (op == prims::Op::add || op == prims::Op::sub || op == prims::Op::mul);
  }

  /// Whether it is that cotangents have been added that cancel.
  bool is_meeting(Derived derived, prims::Op op) const {
    return derived == Derived::cotangent && what_ == Watched::nan &&
           (op == prims::Op::add || op == prims::Op::sub);
  }

  /// What [derived] it is, and in which iterations.
  void place(Message& text, Derived derived) const {
    if (derived == Derived::cotangent) text.emplace_back(std::string(kCotangent));
    if (derived == Derived::tangent) text.emplace_back(std::string(kTangent));
    for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) {
      text.emplace_back(turn == turns_.rbegin() ? std::string(kIteration) : ", ");
      text.emplace_back(turn->number);
      text.emplace_back(turn->span
                            ? fmt::format(" of the {} at {}", turn->of, support::locate(turn->span))
                            : fmt::format(" of a {}", turn->of));
    }
    text.emplace_back(".");
  }

  void reason(Message& text, prims::Prim prim) const {
    if (overflows(prims::op_of(prim)))
      text.emplace_back("\nIt overflows.");
    else if (const auto pole = prims::row_of(prim).pole; !pole.empty())
      text.emplace_back("\n" + std::string(pole));
  }

  void guard(Message& text) const {
    if (what_ == Watched::nan)
      text.emplace_back("\nA branch keeps it out: only the side that is taken is differentiated.");
  }

  const Program& program_;
  Names& names_;
  Watched what_;
  Sums sums_;
  bool again_;
  NumberTest test_;
  std::vector<Turn> turns_;
  std::map<Key, std::string_view> poles_;        ///< by where operations stand
  std::unordered_map<VarId, Span> places_;       ///< of cotangents
  std::unordered_map<VarId, Atom> ones_before_;  ///< variables that are one less than something
};

}  // namespace

Derived derived_of(const Stm& stm) {
  for (const CallSite* at = stm.inlined_at.get(); at != nullptr; at = at->outer.get())
    if (at->derived != Derived::value) return at->derived;
  return Derived::value;
}

Watch::Watch(Program& program, Watched what, Sums sums)
    : copies_(program, [&program, what, sums](Body& body, const Function& function) {
        compute_where_taken(body, program.names);
        Watcher watcher(program, what, sums, function.recursive);
        watcher.note_poles(body);
        watcher.body(body);
      }) {}

std::string infinity_text(const support::Diagnostic& error) {
  return fmt::format("The first infinity was made at {}: {}", support::locate(error.span),
                     error.message.substr(error.message.find(": ") + 2));
}

bool is_watched(const support::Diagnostic& error) { return error.message.rfind(kFirst, 0) == 0; }

bool is_of_whole_sum(const support::Diagnostic& error) {
  return is_watched(error) &&
         error.message.substr(0, error.message.find('\n')).find(kAdded) != std::string::npos;
}

bool has_infinite_operand(const support::Diagnostic& error) {
  if (!is_watched(error)) return false;
  std::string operation = error.message.substr(0, error.message.find('\n'));
  for (const std::string_view end : {kSlope, kCotangent, kTangent, kIteration})
    operation = operation.substr(0, operation.find(end));
  // (Of a sum that has been looked at afterwards the operands are not known.)
  return operation.find("inf") != std::string::npos || is_of_whole_sum(error);
}

}  // namespace laguz::core
