// Updates of one element, at the same indices in all lanes: a vector of the array is overwritten.
#include "eval/lanes/compiler.hpp"
#include "eval/lanes/update.hpp"
#include "prims/catalog.hpp"
#include "prims/lanes_move.hpp"

namespace laguz::eval::lanes {

namespace kernels = prims::lanes;

LaneArray& take_own(Tile& tile, const ArrayRef& from, const ArrayRef& to) {
  LaneArray& array = tile.arrays[to.reg];
  if (from.reg != to.reg) array = from.take(tile);
  if (!tile.owns(array, to.varying)) array = tile.own(std::move(array), to.varying);
  return array;
}

namespace {

struct Element {
  ArrayRef out, array;
  Indices indices;

  std::byte* place(Tile& tile) const {
    const LaneArray& own = take_own(tile, array, out);
    return own.data + indices.uniform_part(tile, own) * own.element_size();
  }
};

class UpdateElement : public Instr {
 public:
  UpdateElement(Element element, ScalarRef value) : element_(std::move(element)), value_(value) {}
  void run(Tile& tile) const override {
    std::byte* place = element_.place(tile);
    const std::byte* from = tile.at[value_.reg];
    const bool varying = element_.out.varying;
    if (varying && tile.mask != nullptr)
      kernels::select(value_.size(), tile.n, place, tile.mask, from, place,
                      value_.varying ? 0u : 1u);
    else
      kernels::load(value_.size(), tile.lanes(varying), place, from, value_.varying ? 1 : 0);
  }

 private:
  Element element_;
  ScalarRef value_;
};

/// Points the register of a value yet to be made at the element that it is for; under a mask, at a
/// place of its own.
class OpenElement : public Instr {
 public:
  OpenElement(Element element, Reg value, Reg home, Reg place)
      : element_(std::move(element)), value_(value), home_(home), place_(place) {}
  void run(Tile& tile) const override {
    tile.at[place_] = element_.place(tile);
    tile.at[value_] = tile.at[tile.mask == nullptr ? place_ : home_];
  }

 private:
  Element element_;
  Reg value_, home_, place_;
};

class CloseElement : public Instr {
 public:
  CloseElement(ScalarRef value, Reg place) : value_(value), place_(place) {}
  void run(Tile& tile) const override {
    if (tile.mask == nullptr) return;
    std::byte* place = tile.at[place_];
    kernels::select(value_.size(), tile.n, place, tile.mask, tile.at[value_.reg], place, 0);
  }

 private:
  ScalarRef value_;
  Reg place_;
};

Element element(Compiler& c, const core::Update& e, const core::Binder& to) {
  core::Atoms atoms;
  for (const core::DimSlice& dim : e.dims) atoms.push_back(dim.index);
  Element result;
  result.indices = c.indices(atoms);
  result.array = c.array(e.array);
  result.out = c.define_array_over(to, result.array);
  return result;
}

void compile_in_place(Compiler& c, const core::PrimApp& e, const core::Binder& value,
                      const core::Update& update, const core::Binder& to) {
  Reg home = kNoReg;
  const ScalarRef out = c.define_pointer(value, home);
  const Reg place = c.pointer();
  c.emit<OpenElement>(element(c, update, to), out.reg, home, place);
  compile_into(c, e, out);
  c.emit<CloseElement>(out, place);
}

}  // namespace

void compile_update_element(Compiler& c, const core::Update& e, const core::Binders& to) {
  const ScalarRef value = c.scalar(e.value);
  c.emit<UpdateElement>(element(c, e, to[0]), value);
}

bool Compiler::makes_element(const core::Body& body, std::size_t position) const {
  if (position + 1 >= body.stms.size()) return false;
  const core::Stm &made = body.stms[position], &used = body.stms[position + 1];
  const auto* update = std::get_if<core::Update>(&used.exp.node);
  if (!std::holds_alternative<core::PrimApp>(made.exp.node) || update == nullptr) return false;
  const core::VarId value = made.binders[0].id;
  if (update->value.var != value || !divergence.of(value) || preferred_.count(value) != 0 ||
      !used_only_at(value, position + 1) ||
      update->dims.size() != static_cast<std::size_t>(update->array.type.rank))
    return false;
  for (const core::DimSlice& dim : update->dims)
    if (!dim.fixed || divergence.of(dim.index)) return false;
  // The update takes its array before the value is made: what is read there must not be a view of
  // it that holds it, too.
  // Nor must it be what the register held that the update would prefer.
  const Scope& scope = scopes_.back();
  const auto next = preferred_.find(used.binders[0].id);
  const core::VarId held = next == preferred_.end() ? 0 : next->second.second;
  for (const auto& [id, last] : scope.last_use)
    if (last == position && id != update->array.var && scope.owned.count(id) &&
        (find(id).view || id == held))
      return false;
  return true;
}

bool Compiler::update_in_place(const core::Body& body) {
  Scope& scope = scopes_.back();
  if (!makes_element(body, scope.position)) return false;
  const core::Stm &made = body.stms[scope.position], &used = body.stms[scope.position + 1];
  const std::size_t temporaries = temporaries_.size();
  ++scope.position;
  compile_in_place(*this, std::get<core::PrimApp>(made.exp.node), made.binders[0],
                   std::get<core::Update>(used.exp.node), used.binders[0]);
  --scope.position;
  own(made.binders);
  finish_statement(temporaries_.size());
  ++scope.position;
  own(used.binders);
  finish_statement(temporaries);
  ++scope.position;
  return true;
}

}  // namespace laguz::eval::lanes
