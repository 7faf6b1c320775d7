// Reverse mode: one rule for each kind of expression, which hands the cotangents of its results (in
// the sinks of the sweep) on to what it uses.
#pragma once

#include <cstdint>

#include "ad/rules.hpp"
#include "ad/sweep.hpp"

namespace laguz::ad {

void reverse_copy(Sweep& sweep, const core::Copy& e, const Swept& node);
void reverse_prim(Sweep& sweep, const core::PrimApp& e, const Swept& node);
void reverse_if(Sweep& sweep, const core::If& e, const Swept& node);
void reverse_loop(Sweep& sweep, const core::Loop& e, const Swept& node);
void reverse_call(Sweep& sweep, const core::Call& e, const Swept& node);
void reverse_soac(Sweep& sweep, const core::Soac& e, const Swept& node);
void reverse_hist(Sweep& sweep, const core::Hist& e, const Swept& node);
void reverse_scatter(Sweep& sweep, const core::Scatter& e, const Swept& node);
void reverse_stream(Sweep& sweep, const core::Stream& e, const Swept& node);
void reverse_index(Sweep& sweep, const core::Index& e, const Swept& node);
void reverse_slice(Sweep& sweep, const core::Slice& e, const Swept& node);
void reverse_update(Sweep& sweep, const core::Update& e, const Swept& node);
void reverse_literal(Sweep& sweep, const core::ArrayLit& e, const Swept& node);
void reverse_array(Sweep& sweep, const core::ArrayApp& e, const Swept& node);
void reverse_custom(Sweep& sweep, const core::Custom& e, const Swept& node);
void reverse_with_acc(Sweep& sweep, const core::WithAcc& e, const Swept& node);
void reverse_acc_update(Sweep& sweep, const core::AccUpdate& e, const Swept& node);

// Of a Soac that is but one reduction, or one scan.
void reverse_reduce(Sweep& sweep, const core::Soac& e, const core::Binders& results);
void reverse_scan(Sweep& sweep, const core::Soac& e, const core::Binders& results);

/// Elements of which a general reduction or scan is taken to pieces.
constexpr std::int64_t kManyFolded = 1 << 14;

}  // namespace laguz::ad
