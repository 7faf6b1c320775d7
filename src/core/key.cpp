#include "core/passes.hpp"
#include "prims/catalog.hpp"

namespace laguz::core {
namespace {

class KeyOf {
 public:
  KeyOf(Key& key, const Program& program) : key_(key), program_(program) {}

  bool operator()(const PrimApp& e) {
    add(e.prim.row);
    add(static_cast<std::uint64_t>(e.prim.type));
    return add(e.args);
  }
  bool operator()(const Index& e) {
    add(e.array);
    return add(e.indices);
  }
  bool operator()(const Slice& e) {
    add(e.array);
    for (const DimSlice& dim : e.dims) {
      add(dim.fixed ? 1 : 0);
      if (dim.fixed) add(dim.index);
      for (const auto* part : {&dim.start, &dim.end, &dim.stride}) {
        add(*part ? 1 : 0);
        if (*part) add(**part);
      }
    }
    return true;
  }
  bool operator()(const ArrayLit& e) {
    add(static_cast<std::uint64_t>(e.row.elem));
    add(e.elements);
    return add(e.row_shape);
  }
  bool operator()(const ArrayApp& e) {
    // A copy is asked for to be fresh.
    if (e.op == ArrayOp::flat_update || e.op == ArrayOp::copy) return false;
    add(static_cast<std::uint64_t>(e.op));
    for (const std::int64_t attr : e.attrs) add(static_cast<std::uint64_t>(attr));
    return add(e.args);
  }
  bool operator()(const Call& e) {
    add(e.function);
    return program_[e.function].constant;
  }
  template <class Other>
  bool operator()(const Other&) {
    return false;
  }

 private:
  void add(std::uint64_t word) { key_.push_back(word); }
  bool add(const Atoms& atoms) {
    add(atoms.size());
    for (const Atom& atom : atoms) add(atom);
    return true;
  }
  void add(const Atom& atom) {
    add(atom.var);
    if (!atom.is_constant()) return;
    add(static_cast<std::uint64_t>(atom.type.elem));
    add(atom.bits);
  }

  Key& key_;
  const Program& program_;
};

}  // namespace

std::optional<Key> key_of(const Exp& exp, const Program& program) {
  Key key{exp.node.index()};
  if (!std::visit(KeyOf(key, program), exp.node)) return std::nullopt;
  return key;
}

std::size_t KeyHash::operator()(const Key& key) const {
  std::uint64_t hash = key.size();
  for (const std::uint64_t word : key) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

}  // namespace laguz::core
