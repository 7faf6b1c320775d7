// Between what lanes have of their own, elements of the same number side by side, and rows.
#ifdef LAGUZ_ASMJIT
#include <bit>

#include "machine/vectors.hpp"

namespace laguz::machine {

using namespace asmjit;

void VectorEmitter::copy(const vcode::Repeat& e, const Emitter::Bound& bound, const Label& end) {
  const auto& count = std::get<vcode::Repeat::Upwards>(e.form);
  if (bound.constant && *bound.constant < plan_.lanes) return;
  const Gp index = scalar_.gp(count.index),
           last = scalar_.registers_.take(Registers::Kind::general).as<Gp>();
  const Label few = cc_.newLabel(), top = cc_.newLabel();
  if (bound.constant) {
    cc_.mov(last, *bound.constant - plan_.lanes);
  } else {
    cc_.mov(last, bound.number);
    cc_.sub(last, plan_.lanes);
    cc_.js(few);
  }
  cc_.bind(top);
  scalar_.registers_.enter_loop();
  copy_square(e);
  scalar_.registers_.leave_loop();
  scalar_.spend(e);
  cc_.cmp(index, last);
  cc_.je(end);
  // (The last square may begin in the one before it.)
  cc_.add(index, plan_.lanes);
  cc_.cmp(index, last);
  cc_.cmovg(index, last);
  cc_.jmp(top);
  cc_.bind(few);
  // (Iterations one by one have registers of their own.)
  for (const vcode::Step& step : e.body) {
    if (const auto* apply = std::get_if<vcode::Apply>(&step.node))
      scalar_.of_values_[apply->to] = {};
    if (const auto* load = std::get_if<vcode::Load>(&step.node)) scalar_.of_values_[load->to] = {};
  }
  scalar_.registers_.release(last, Registers::Kind::general);
}

void VectorEmitter::copy_square(const vcode::Repeat& e) {
  std::vector<Vec> rows;
  ScalarType type{};
  // Elements of each lane, [first] being those of the first, or [own] of all lanes.
  const auto each = [&](vcode::ArrayNumber array, const vcode::Operand& first, const auto& what) {
    const Gp at = scalar_.registers_.general();
    cc_.mov(at, scalar_.gp(first));
    if (is_own(array)) cc_.shl(at, std::countr_zero(static_cast<unsigned>(plan_.lanes)));
    for (int k = 0; k < plan_.lanes; ++k) {
      x86::Mem place = scalar_.element(array, at);
      place.setSize(bytes_in(array));
      what(k, place);
      if (k + 1 == plan_.lanes) break;
      if (is_own(array))
        cc_.add(at, plan_.lanes);
      else
        cc_.add(at, scalar_.gp(plan_.of(first).step));
    }
  };
  for (const vcode::Step& step : e.body) {
    if (const auto* apply = std::get_if<vcode::Apply>(&step.node)) {
      scalar_.step(*apply);
    } else if (const auto* load = std::get_if<vcode::Load>(&step.node)) {
      type = scalar_.unit_.types[load->to];
      each(load->array, load->at, [&](int, const x86::Mem& from) {
        rows.push_back(scalar_.registers_.take(kind_of(type)).as<Vec>());
        cc_.emit(x86::Inst::kIdVmovups, rows.back(), from);
      });
    } else {
      const auto& store = std::get<vcode::Store>(step.node);
      transpose(rows, type);
      each(store.array, store.at, [&](int k, const x86::Mem& to) {
        cc_.emit(x86::Inst::kIdVmovups, to, rows[static_cast<std::size_t>(k)]);
      });
      for (const Vec& row : rows) scalar_.registers_.release(row, kind_of(type));
    }
    for (const vcode::Value value : scalar_.lifetimes_.end_at(step)) scalar_.release(value);
    scalar_.registers_.end_step();
  }
}

void VectorEmitter::transpose(std::vector<Vec>& rows, ScalarType type) {
  const auto pairs = [&](InstId id, const Vec& a, const Vec& b) {
    const Vec made = passing(type);
    emit(id, made, a, b);
    return made;
  };
  // Fours of rows first: of each half, where a vector is more than four of these.
  std::vector<Vec> made;
  if (width(type) == 8) {
    const Vec low = pairs(x86::Inst::kIdVunpcklpd, rows[0], rows[1]),
              high = pairs(x86::Inst::kIdVunpckhpd, rows[0], rows[1]),
              low_of_next = pairs(x86::Inst::kIdVunpcklpd, rows[2], rows[3]),
              high_of_next = pairs(x86::Inst::kIdVunpckhpd, rows[2], rows[3]);
    made = {low, high, low_of_next, high_of_next};
  } else {
    for (std::size_t four = 0; four < rows.size(); four += 4) {
      const Vec low = pairs(x86::Inst::kIdVunpcklps, rows[four], rows[four + 1]),
                high = pairs(x86::Inst::kIdVunpckhps, rows[four], rows[four + 1]),
                low_of_next = pairs(x86::Inst::kIdVunpcklps, rows[four + 2], rows[four + 3]),
                high_of_next = pairs(x86::Inst::kIdVunpckhps, rows[four + 2], rows[four + 3]);
      made.push_back(pairs(x86::Inst::kIdVunpcklpd, low, low_of_next));
      made.push_back(pairs(x86::Inst::kIdVunpckhpd, low, low_of_next));
      made.push_back(pairs(x86::Inst::kIdVunpcklpd, high, high_of_next));
      made.push_back(pairs(x86::Inst::kIdVunpckhpd, high, high_of_next));
    }
  }
  if (kind_of(type) != Registers::Kind::wide) {
    for (std::size_t k = 0; k < rows.size(); ++k) move(rows[k], made[k]);
    return;
  }
  const std::size_t half = rows.size() / 2;
  for (std::size_t k = 0; k < half; ++k) {
    cc_.vperm2f128(rows[k].ymm(), made[k].ymm(), made[k + half].ymm(), 0x20);
    cc_.vperm2f128(rows[k + half].ymm(), made[k].ymm(), made[k + half].ymm(), 0x31);
  }
}

}  // namespace laguz::machine
#endif
