#include "core/key.hpp"

#include <algorithm>
#include <cstring>

#include <boost/unordered/unordered_flat_map.hpp>

#include "core/semantics.hpp"
#include "core/walk.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

// Writes an expression as words: what it is with all of its fields, how many operands of each kind,
// the operands, and the inner bodies with their variables numbered in order. Equal words mean equal
// results and equal hints. (Types of variables are not written: operands and fields say them.)
class KeyWriter {
 public:
  /// [whole]: writes what can be compared with nothing, too, and the types of variables.
  KeyWriter(std::vector<std::uint64_t>& words, const Program& program, bool whole = false)
      : words_(words), program_(program), whole_(whole) {}

  bool write(const Exp& exp) {
    add(exp.node.index());
    bool comparable = std::visit(*this, exp.node);
    if (!comparable && !whole_) return false;
    ++depth_;
    visit(
        exp, [this](const Atom& atom) { add(atom); },
        [&](const Body& body, const Binders& params) {
          if (comparable || whole_) comparable = write(body, params) && comparable;
        });
    --depth_;
    return comparable;
  }

  void write_fields(const Exp& exp) {
    add(exp.node.index());
    if (!std::holds_alternative<Call>(exp.node)) std::visit(*this, exp.node);
  }

  /// What stands outside of its bodies.
  std::optional<Outline> outline(const Exp& exp) {
    add(exp.node.index());
    if (!std::visit(*this, exp.node)) return std::nullopt;
    Outline outline;
    visit(
        exp, [this](const Atom& atom) { add(atom); },
        [&](const Body&, const Binders&) { outline.whole = false; });
    return outline;
  }

  bool write(const Lambda& op, const Atoms& neutral, const Atoms& operands) {
    for (const Atom& atom : neutral) add(atom);
    for (const Atom& atom : operands) add(atom);
    ++depth_;
    return write(op.body, op.params);
  }

  /// Of variables from outside.
  void write_free(const Binders& free) { bind(free); }

  bool operator()(const Copy&) { return true; }
  bool operator()(const PrimApp& e) {
    add(e.prim.row);
    add(static_cast<std::uint64_t>(e.prim.type));
    return true;
  }
  bool operator()(const If&) { return true; }
  bool operator()(const Loop& e) {
    add(e.params.size());
    add(e.form.index());
    add(e.counted ? 1 : 0);
    add(e.history.size());
    for (std::size_t h = 0; h < e.history.size(); ++h) {
      add(e.history[h]);
      add((e.is_flat(h) ? 1u : 0u) + (e.is_after(h) ? 2u : 0u));
    }
    add(static_cast<std::uint64_t>(e.hints.stripmine));
    return true;
  }
  bool operator()(const Call& e) {
    add(e.function);
    return program_[e.function].constant;
  }
  bool operator()(const Soac& e) {
    add(e.arrays.size());
    add(e.row_shapes.size());
    for (const Atoms& shape : e.row_shapes) add(shape.size());
    add(e.reduces.size());
    for (const Reduce& reduce : e.reduces)
      add(2 * reduce.neutral.size() + (reduce.commutative ? 1 : 0));
    add(e.scans.size());
    for (const Scan& scan : e.scans) add(scan.neutral.size());
    add((e.sequential ? 1u : 0u) + (e.checkpoint ? 2u : 0u));
    return true;
  }
  bool operator()(const Hist& e) {
    add(e.dests.size());
    add(e.indices.size());
    return true;
  }
  bool operator()(const Scatter& e) {
    add(static_cast<std::uint64_t>(e.exchange));
    add(e.dests.size());
    add(e.indices.size());
    return true;
  }
  bool operator()(const Index& e) {
    add(e.indices.size());
    return true;
  }
  bool operator()(const Slice& e) { return dims(e.dims); }
  bool operator()(const Update& e) { return inside() && dims(e.dims); }
  bool operator()(const ArrayLit& e) {
    if (e.elements.size() > kMostWords && !whole_) return false;
    add(static_cast<std::uint64_t>(e.row.elem));
    add(e.row.rank);
    add(e.elements.size());
    add(e.row_shape.size());
    return true;
  }
  bool operator()(const ArrayApp& e) {
    add(static_cast<std::uint64_t>(e.op));
    add(e.args.size());
    add(e.attrs.size());
    for (const std::int64_t attr : e.attrs) add(static_cast<std::uint64_t>(attr));
    return inside() || !succeeds_operand(e.op);
  }
  bool operator()(const Assert& e) {
    add(e.message.size());
    for (const auto& part : e.message) {
      const auto* text = std::get_if<std::string>(&part);
      add(text != nullptr ? 1 + text->size() : 0);
      if (text != nullptr) add(*text);
    }
    return inside();
  }
  // Effects, and what is rare.
  bool operator()(const Stream& e) {
    add(e.arrays.size());
    add(e.inits.size());
    for (const Atoms& shape : e.row_shapes) add(shape.size());
    add(static_cast<std::uint64_t>(e.chunk));
    return false;
  }
  bool operator()(const Diff& e) {
    add(static_cast<std::uint64_t>(e.mode));
    add(e.primals.size());
    return false;
  }
  bool operator()(const Custom& e) {
    add(static_cast<std::uint64_t>(e.mode));
    return false;
  }
  bool operator()(const WithAcc& e) {
    add(e.accs.size());
    for (const WithAcc::Acc& acc : e.accs) {
      add(acc.arrays.size());
      add(static_cast<std::uint64_t>(acc.index_rank));
      add((acc.op ? 2u : 0u) + (acc.apart ? 1u : 0u) + 4u * static_cast<unsigned>(acc.growth));
    }
    return false;
  }
  bool operator()(const AccUpdate& e) {
    add(e.indices.size());
    return false;
  }
  bool operator()(const Trace& e) {
    add(1 + e.tag.size());
    add(e.tag);
    add(e.is_break ? 1 : 0);
    return false;
  }

 private:
  static constexpr std::size_t kMostWords = 2000;

  bool inside() const { return depth_ > 0; }
  void add(std::uint64_t word) { words_.push_back(word); }
  /// Of a length that is known.
  void add(const std::string& text) {
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    for (std::size_t at = 0; at < text.size(); at += kWord) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + at, std::min(kWord, text.size() - at));
      add(word);
    }
  }
  void add(const Atom& atom) {
    if (depth_ > 0)
      if (const auto inner = numbers_.find(atom.var); inner != numbers_.end())
        return add(inner->second);
    add(atom.var);
    if (!atom.is_constant()) return;
    add(static_cast<std::uint64_t>(atom.type.elem));
    add(atom.bits);
  }
  void bind(const Binders& binders) {
    constexpr std::uint64_t above_variables = std::uint64_t{1} << 32;
    add(binders.size());
    for (const Binder& binder : binders) {
      numbers_.emplace(binder.id, above_variables + numbers_.size());
      if (!whole_) continue;
      add(static_cast<std::uint64_t>(binder.type.elem));
      add(2u * binder.type.rank + (binder.type.acc ? 1u : 0u));
    }
  }
  bool dims(const std::vector<DimSlice>& dims) {
    add(dims.size());
    for (const DimSlice& dim : dims)
      add((dim.fixed ? 8 : 0) + (dim.start ? 4 : 0) + (dim.end ? 2 : 0) + (dim.stride ? 1 : 0));
    return true;
  }
  bool write(const Body& body, const Binders& params) {
    bind(params);
    add(body.stms.size());
    bool comparable = true;
    for (const Stm& stm : body.stms) {
      // Large bodies are hardly ever equal, and those inside them would be read again and again.
      comparable = comparable && words_.size() <= kMostWords;
      if (comparable || whole_) comparable = write(stm.exp) && comparable;
      if (!comparable && !whole_) return false;
      bind(stm.binders);
    }
    add(body.results.size());
    for (const Atom& result : body.results) add(result);
    return comparable;
  }

  std::vector<std::uint64_t>& words_;
  const Program& program_;
  const bool whole_;
  boost::unordered_flat_map<VarId, std::uint64_t> numbers_;
  int depth_ = 0;
};

std::size_t hash_of(const std::vector<std::uint64_t>& words) {
  std::uint64_t hash = words.size();
  for (const std::uint64_t word : words) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

}  // namespace

std::optional<Outline> outline_of(const Exp& exp, const Program& program,
                                  std::vector<std::uint64_t>& words) {
  words.clear();
  std::optional<Outline> outline = KeyWriter(words, program).outline(exp);
  if (outline) outline->hash = hash_of(words);
  return outline;
}

std::optional<Key> key_of(const Exp& exp, const Program& program) {
  Key key;
  if (!KeyWriter(key.words, program).write(exp)) return std::nullopt;
  key.hash = hash_of(key.words);
  return key;
}

std::optional<Key> key_of(const Lambda& op, const Atoms& neutral, const Atoms& operands,
                          const Program& program) {
  Key key;
  if (!KeyWriter(key.words, program).write(op, neutral, operands)) return std::nullopt;
  key.hash = hash_of(key.words);
  return key;
}

void append_fields(std::vector<std::uint64_t>& words, const Exp& exp, const Program& program) {
  KeyWriter(words, program, true).write_fields(exp);
}

void append_identity(std::vector<std::uint64_t>& words, const Lambda& op, const Program& program) {
  KeyWriter writer(words, program, true);
  writer.write_free(free_variables(op));
  writer.write(op, {}, {});
}

}  // namespace laguz::core
