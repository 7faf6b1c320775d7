#include "core/watch.hpp"

#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/builder.hpp"
#include "core/taken.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

using Message = std::vector<std::variant<std::string, Atom>>;

constexpr std::string_view kFirst = "The first ";
constexpr std::string_view kCotangent =
    ", a cotangent of what stands here (reverse mode, on the way back)";
constexpr std::string_view kTangent = ", a tangent of what stands here (forward mode)";
constexpr std::string_view kIteration = ", in iteration ";

/// An iteration that a statement is part of.
struct Turn {
  const char* of;  ///< "loop", "map"
  Span span;
  Atom number;
  std::optional<Atom> backwards{};  ///< how many there are, if it goes back through them
};

/// What stands between the operands of an operation; null if it stands before them.
const char* infix(prims::Op op) {
  using prims::Op;
  if (op == Op::add) return " + ";
  if (op == Op::sub) return " - ";
  if (op == Op::mul) return " * ";
  if (op == Op::div) return " / ";
  if (op == Op::pow) return " ** ";
  return op == Op::mod ? " % " : nullptr;
}

class Watcher {
 public:
  Watcher(Names& names, Watched what) : names_(names), what_(what) {}

  /// Of the operations in [body], and inside, that a derivative may be of.
  void note_poles(const Body& body) {
    for (const Stm& stm : body.stms) {
      if (const auto* app = std::get_if<PrimApp>(&stm.exp.node);
          app != nullptr && stm.span && derived_of(stm) == Derived::value)
        if (const auto pole = prims::row_of(app->prim).pole; !pole.empty())
          poles_.emplace(key_of(stm.span), pole);
      visit(
          stm.exp, [](const Atom&) {},
          [&](const Body& inner, const Binders&) { note_poles(inner); });
    }
  }

  void body(Body& body) {
    std::vector<Stm> stms = std::move(body.stms);
    body.stms.clear();
    const std::vector<Turn> around = turns_;
    for (Stm& stm : stms) {
      const std::size_t turns = turns_.size();
      std::vector<Fold> folds;
      if (auto* soac = std::get_if<Soac>(&stm.exp.node)) {
        folds = enter(stm, *soac, body.stms);
      } else {
        enter_loop(stm);
        visit(
            stm.exp, [](Atom&) {}, [&](Body& inner, Binders&) { this->body(inner); });
      }
      turns_.resize(turns);
      const auto* app = std::get_if<PrimApp>(&stm.exp.node);
      if (app != nullptr) note_backwards(stm.binders[0], *app);
      const bool watched = app != nullptr && stm.binders[0].type.is_scalar() &&
                           support::is_float(stm.binders[0].type.elem);
      body.stms.push_back(std::move(stm));
      if (watched) check(body.stms);
      for (const Fold& fold : folds) check(fold, body.stms);
    }
    turns_ = around;
  }

 private:
  /// A reduction or scan by one operation of what the lambda gives: with a check in its operator it
  /// would be made in another order.
  struct Fold {
    PrimApp app;
    Atom result, before;  ///< what it is, and whether an operand was one already
    Span span;
    std::shared_ptr<const CallSite> inlined_at;
    Derived derived;
  };

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
    Body written = b.finish({});
    std::move(written.stms.begin(), written.stms.end(), std::back_inserter(before));
    soac.arrays.push_back(all);
    soac.lambda.params.push_back(names_.bind(kIndex));
    turns_.push_back({"map", stm.span, soac.lambda.params.back().atom()});
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
      const Atom is = ends(inside, soac.lambda.body.results[at]);
      Body test = inside.finish({});
      std::move(test.stms.begin(), test.stms.end(), std::back_inserter(soac.lambda.body.stms));
      const Binder any = names_.bind({ScalarType::boolean, 0, false});
      folds.push_back({*app, stm.binders[at].atom(), any.atom(), only->span ? only->span : stm.span,
                       stm.inlined_at, derived_of(stm)});
      const auto behind = static_cast<std::ptrdiff_t>(reduced + more.size());
      soac.lambda.body.results.insert(soac.lambda.body.results.begin() + behind, is);
      stm.binders.insert(stm.binders.begin() + behind, any);
      more.push_back(any_of());
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

  /// The first place in [array] of what is watched for, or [width].
  Atom first_of(Builder& b, const Atom& array, const Atom& width) {
    Soac find;
    find.width = width;
    find.arrays = {array, b.array_op(ArrayOp::iota, {width, Atom::i64(0), Atom::i64(1)},
                                     {ScalarType::i64, 1, false})};
    find.lambda.params = {names_.bind(array.type.row()), names_.bind(kIndex)};
    Builder inside(names_);
    const Atom is = is_one(inside, find.lambda.params[0].atom());
    find.lambda.body = inside.finish({inside.prim(prims::get("select", ScalarType::i64),
                                                  {is, find.lambda.params[1].atom(), width})});
    Reduce least{{}, {width}, true};
    least.op.params = {names_.bind(kIndex), names_.bind(kIndex)};
    Builder of(names_);
    least.op.body =
        of.finish({of.prim("min", {least.op.params[0].atom(), least.op.params[1].atom()})});
    find.reduces.push_back(std::move(least));
    return b.emit1({std::move(find)}, kIndex);
  }

  Reduce any_of() {
    const Type type{ScalarType::boolean, 0, false};
    Reduce any{{}, {Atom::boolean(false)}, true};
    any.op.params = {names_.bind(type), names_.bind(type)};
    Builder b(names_);
    any.op.body = b.finish({b.prim("or", {any.op.params[0].atom(), any.op.params[1].atom()})});
    return any;
  }

  /// Whether [number] is what is watched for, or is such that this may come of it.
  Atom ends(Builder& b, const Atom& number) const {
    const Atom is = b.prim("isnan", {number});
    return what_ == Watched::nan ? is : b.prim("or", {is, b.prim("isinf", {number})});
  }
  Atom is_one(Builder& b, const Atom& number) const {
    return b.prim(what_ == Watched::nan ? "isnan" : "isinf", {number});
  }

  void check(const Fold& fold, std::vector<Stm>& stms) {
    Builder b(names_);
    b.span = fold.span;
    b.inlined_at = fold.inlined_at;
    const std::string by = " together by " + std::string(prims::row_of(fold.app.prim).name);
    Message text = beginning();
    Atom is;
    if (fold.result.type.is_scalar()) {
      is = is_one(b, fold.result);
      text.emplace_back("what all iterations are" + by);
    } else {
      const Atom width = b.shape(fold.result, 0);
      const Atom first = first_of(b, fold.result, width);
      is = b.prim("lt", {first, width});
      text.emplace_back("what iterations 0 to ");
      text.emplace_back(first);
      text.emplace_back(" are" + by);
    }
    end(text, fold.derived, fold.app.prim);
    b.emit({Assert{b.prim("or", {fold.before, b.prim("not", {is})}), std::move(text)}}, {});
    Body written = b.finish({});
    std::move(written.stms.begin(), written.stms.end(), std::back_inserter(stms));
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
      if (support::is_float(arg.type.elem)) before = b.prim("or", {before, ends(b, arg)});
    const Atom fine = b.prim("or", {before, b.prim("not", {is_one(b, result)})});
    b.emit({Assert{fine, message(stm, app)}}, {});
    Body written = b.finish({});
    std::move(written.stms.begin(), written.stms.end(), std::back_inserter(stms));
  }

  Message beginning() const {
    return {std::string(kFirst) + (what_ == Watched::nan ? "NaN: " : "infinity: ")};
  }

  Message message(const Stm& stm, const PrimApp& app) const {
    Message text = beginning();
    operation(app, text);
    end(text, derived_of(stm), app.prim);
    // What has no slope there, of which this is the derivative. (Of a product, the infinity says
    // so.)
    const auto primal = poles_.find(key_of(stm.span));
    const bool is_told = what_ == Watched::nan && prims::op_of(app.prim) == prims::Op::mul;
    if (!is_told && derived_of(stm) != Derived::value && primal != poles_.end() &&
        primal->second != prims::row_of(app.prim).pole)
      text.emplace_back("\n" + std::string(primal->second));
    return text;
  }

  using Key = std::tuple<const support::SourceFile*, std::uint32_t, std::uint32_t>;
  static Key key_of(const Span& span) { return {span.file, span.lo, span.hi}; }

  void end(Message& text, Derived derived, prims::Prim prim) const {
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
    const prims::Op op = prims::op_of(prim);
    const bool sums = op == prims::Op::add || op == prims::Op::sub || op == prims::Op::mul;
    if (what_ == Watched::infinity && sums)
      text.emplace_back("\nIt overflows.");
    else if (const auto pole = prims::row_of(prim).pole; !pole.empty())
      text.emplace_back("\n" + std::string(pole));
    if (derived == Derived::cotangent && what_ == Watched::nan)
      text.emplace_back("\nA branch keeps it out: only the side that is taken is differentiated.");
  }

  static void operation(const PrimApp& app, Message& text) {
    const prims::Row& row = prims::row_of(app.prim);
    const auto between = [&](const char* word, std::size_t from, std::size_t to) {
      for (std::size_t i = from; i < to; ++i) {
        if (i > from) text.emplace_back(word);
        text.emplace_back(app.args[i]);
      }
    };
    if (const char* word = infix(row.op)) return between(word, 0, app.args.size());
    if (row.op == prims::Op::mad || row.op == prims::Op::mulsub) {
      between(" * ", 0, 2);
      text.emplace_back(row.op == prims::Op::mad ? " + " : " - ");
      return text.emplace_back(app.args[2]), void();
    }
    text.emplace_back(std::string(row.name) + "(");
    between(", ", 0, app.args.size());
    text.emplace_back(")");
  }

  Names& names_;
  Watched what_;
  std::vector<Turn> turns_;
  std::map<Key, std::string_view> poles_;        ///< by where operations stand
  std::unordered_map<VarId, Atom> ones_before_;  ///< variables that are one less than something
};

}  // namespace

Derived derived_of(const Stm& stm) {
  for (const CallSite* at = stm.inlined_at.get(); at != nullptr; at = at->outer.get())
    if (at->derived != Derived::value) return at->derived;
  return Derived::value;
}

Watch::Watch(Program& program, Watched what)
    : copies_(program, [&program, what](Body& body, const Function&) {
        compute_where_taken(body, program.names);
        Watcher watcher(program.names, what);
        watcher.note_poles(body);
        watcher.body(body);
      }) {}

std::string infinity_text(const support::Diagnostic& error) {
  return fmt::format("The first infinity was made at {}: {}", support::locate(error.span),
                     error.message.substr(error.message.find(": ") + 2));
}

bool is_watched(const support::Diagnostic& error) { return error.message.rfind(kFirst, 0) == 0; }

bool has_infinite_operand(const support::Diagnostic& error) {
  if (!is_watched(error)) return false;
  std::string operation = error.message.substr(0, error.message.find('\n'));
  for (const std::string_view end : {kCotangent, kTangent, kIteration})
    operation = operation.substr(0, operation.find(end));
  return operation.find("inf") != std::string::npos;
}

}  // namespace laguz::core
