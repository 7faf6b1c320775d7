// From core to a picture of it: labels, uses, sizes of trees.
#include "graph/export.hpp"

#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "core/print.hpp"
#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"
#include "support/overloaded.hpp"

namespace laguz::graph {

using core::Atom;
using core::Atoms;
using core::Binder;
using core::Binders;
using core::Body;
using core::Exp;
using core::VarId;
using support::overloaded;

// --------------------------------------------------------------------------------------- counts

void Count::normalise() {
  constexpr double kExact = 0x1p53;
  while (mantissa_ >= kExact) {
    mantissa_ /= 2;
    ++exponent_;
  }
}

Count& Count::operator+=(const Count& other) {
  const auto exponent = std::max(exponent_, other.exponent_);
  const auto shifted = [&](const Count& count) {
    const auto by = count.exponent_ - exponent;
    return by < -2000 ? 0.0 : std::ldexp(count.mantissa_, static_cast<int>(by));
  };
  mantissa_ = shifted(*this) + shifted(other);
  exponent_ = exponent;
  normalise();
  return *this;
}

double Count::log2() const { return std::log2(mantissa_) + static_cast<double>(exponent_); }

std::string Count::text() const {
  if (is_exact()) return fmt::format("{:.0f}", mantissa_);
  const double bits = log2();
  const double digits = bits * 0.30102999566398120;
  const double whole = std::floor(digits);
  return fmt::format("about 2^{:.1f} ({:.2f}e{:.0f})", bits, std::pow(10, digits - whole), whole);
}

// -------------------------------------------------------------------------------------- pictures

namespace {

/// What an expression of [program] is called.
std::string op_of(const core::Program& program, const Exp& exp) {
  return std::visit(
      overloaded{[](const core::Copy&) { return std::string("copy"); },
                 [](const core::PrimApp& e) { return std::string(prims::row_of(e.prim).name); },
                 [](const core::If&) { return std::string("if"); },
                 [](const core::Loop& e) {
                   return std::string(std::holds_alternative<core::ForForm>(e.form) ? "for loop"
                                                                                    : "while loop");
                 },
                 [&](const core::Call& e) { return "call " + program[e.function].name; },
                 [](const core::Soac& e) {
                   const bool folds = !e.reduces.empty() || !e.scans.empty();
                   const bool maps = !e.lambda.body.stms.empty() || !folds;
                   std::string name = maps ? "map" : "";
                   const auto part = [&](const char* text) {
                     name += (name.empty() ? "" : " ") + std::string(text);
                   };
                   if (!e.reduces.empty()) part("reduce");
                   if (!e.scans.empty()) part("scan");
                   return name;
                 },
                 [](const core::Hist&) { return std::string("reduce_by_index"); },
                 [](const core::Scatter& e) {
                   return std::string(e.exchanges() ? "exchange" : "scatter");
                 },
                 [](const core::Stream&) { return std::string("stream_seq"); },
                 [](const core::Index&) { return std::string("index"); },
                 [](const core::Slice&) { return std::string("slice"); },
                 [](const core::Update&) { return std::string("update"); },
                 [](const core::ArrayLit&) { return std::string("array"); },
                 [](const core::ArrayApp& e) { return std::string(core::name(e.op)); },
                 [](const core::Assert&) { return std::string("assert"); },
                 [](const core::Diff&) { return std::string("derivative"); },
                 [](const core::Custom&) { return std::string("custom"); },
                 [](const core::WithAcc&) { return std::string("with_acc"); },
                 [](const core::AccUpdate&) { return std::string("accumulate"); },
                 [](const core::Trace&) { return std::string("trace"); }},
      exp.node);
}

/// What operands alone do not tell.
std::string detail_of(const Exp& exp) {
  std::string out;
  const auto* array = std::get_if<core::ArrayApp>(&exp.node);
  if (array != nullptr && array->op == core::ArrayOp::zeros && !array->attrs.empty())
    return std::string(support::name(static_cast<support::ScalarType>(array->attrs[0])));
  if (array != nullptr)
    for (auto attr : array->attrs) out += fmt::format("{}{}", out.empty() ? "" : ",", attr);
  const auto dims = [&](const std::vector<core::DimSlice>& all) {
    for (const auto& dim : all) {
      out += out.empty() ? "[" : ", ";
      out += dim.fixed ? "i"
                       : fmt::format("{}:{}{}", dim.start ? "i" : "", dim.end ? "j" : "",
                                     dim.stride ? ":s" : "");
    }
    if (!out.empty()) out += "]";
  };
  if (const auto* slice = std::get_if<core::Slice>(&exp.node)) dims(slice->dims);
  if (const auto* update = std::get_if<core::Update>(&exp.node)) dims(update->dims);
  return out;
}

/// What the inner bodies of an expression are, in the order in which `visit` meets them.
std::vector<std::string> region_labels(const Exp& exp) {
  return std::visit(overloaded{[](const core::If&) {
                                 return std::vector<std::string>{"then", "else"};
                               },
                               [](const core::Loop& e) {
                                 if (std::holds_alternative<core::ForForm>(e.form))
                                   return std::vector<std::string>{"body"};
                                 return std::vector<std::string>{"condition", "body"};
                               },
                               [](const core::Soac& e) {
                                 std::vector<std::string> labels{"map"};
                                 labels.insert(labels.end(), e.reduces.size(), "reduce");
                                 labels.insert(labels.end(), e.scans.size(), "scan");
                                 return labels;
                               },
                               [](const auto&) { return std::vector<std::string>{}; }},
                    exp.node);
}

class Painter {
 public:
  Painter(Picture& picture, const core::Program& program) : picture_(picture), program_(program) {}

  void input(const Binder& binder) {
    trees_[binder.id] = 1;
    name(binder.id);
  }

  std::vector<Shown> nodes(const Body& body) {
    std::vector<Shown> out;
    for (const core::Stm& stm : body.stms) out.push_back(node(stm));
    for (const Atom& atom : body.results) use(atom);
    return out;
  }

  Count tree_of(const Atoms& atoms) const {
    Count sum;
    for (const Atom& atom : atoms) sum += tree_of(atom);
    return sum;
  }

  /// Once every use has been seen.
  void count_uses(std::vector<Shown>& nodes) const {
    for (Shown& shown : nodes) {
      for (const Binder& result : shown.results)
        if (auto found = uses_.find(result.id); found != uses_.end()) shown.uses += found->second;
      for (auto& region : shown.regions) count_uses(region.nodes);
    }
  }

 private:
  Count tree_of(const Atom& atom) const {
    if (atom.is_constant()) return 0;
    const auto found = trees_.find(atom.var);
    return found == trees_.end() ? Count(1) : found->second;
  }

  void use(const Atom& atom) {
    if (!atom.is_constant()) ++uses_[atom.var];
  }

  void name(VarId id) {
    if (const auto hint = program_.names.hint(id); !hint.empty())
      picture_.names[id] = std::string(hint);
  }

  Shown node(const core::Stm& stm) {
    ++picture_.count;
    Shown shown;
    shown.results = stm.binders;
    shown.op = op_of(program_, stm.exp);
    shown.detail = detail_of(stm.exp);
    shown.span = stm.span;
    shown.tree = 1;
    const auto labels = region_labels(stm.exp);
    core::visit(
        stm.exp,
        [&](const Atom& atom) {
          shown.operands.push_back(atom);
          shown.tree += tree_of(atom);
          use(atom);
        },
        [&](const Body& body, const Binders& params) {
          Shown::Region region;
          region.label = shown.regions.size() < labels.size() ? labels[shown.regions.size()]
                                                              : std::string("body");
          region.params = params;
          for (const Binder& param : params) input(param);
          region.nodes = nodes(body);
          region.results = body.results;
          shown.tree += tree_of(body.results);
          shown.regions.push_back(std::move(region));
        });
    for (const Binder& result : stm.binders) {
      trees_[result.id] = shown.tree;
      name(result.id);
    }
    return shown;
  }

  Picture& picture_;
  const core::Program& program_;
  std::unordered_map<VarId, Count> trees_;
  std::unordered_map<VarId, std::size_t> uses_;
};

}  // namespace

Picture picture(std::string name, const core::Binders& inputs, const core::Body& body,
                const core::Program& program) {
  Picture made;
  made.name = std::move(name);
  made.inputs = inputs;
  made.results = body.results;
  Painter painter(made, program);
  for (const Binder& input : inputs) painter.input(input);
  made.nodes = painter.nodes(body);
  painter.count_uses(made.nodes);
  made.tree = painter.tree_of(body.results);
  for (const Shown& node : made.nodes)
    if (node.uses == 0) made.tree += node.tree;
  return made;
}

}  // namespace laguz::graph
