// Reverse mode: one rule for each kind of expression, which hands the cotangents of its results (in
// the sinks of the sweep) on to what it uses.
#pragma once

#include "ad/reverse/sweep.hpp"
#include "ad/rules.hpp"

namespace laguz::ad::reverse {

void copy_rule(Sweep& sweep, const core::Copy& e, const Swept& node);
void prim_rule(Sweep& sweep, const core::PrimApp& e, const Swept& node);
void if_rule(Sweep& sweep, const core::If& e, const Swept& node);
void loop_rule(Sweep& sweep, const core::Loop& e, const Swept& node);
void call_rule(Sweep& sweep, const core::Call& e, const Swept& node);
void soac_rule(Sweep& sweep, const core::Soac& e, const Swept& node);
void hist_rule(Sweep& sweep, const core::Hist& e, const Swept& node);
void scatter_rule(Sweep& sweep, const core::Scatter& e, const Swept& node);
void stream_rule(Sweep& sweep, const core::Stream& e, const Swept& node);
void index_rule(Sweep& sweep, const core::Index& e, const Swept& node);
void slice_rule(Sweep& sweep, const core::Slice& e, const Swept& node);
void update_rule(Sweep& sweep, const core::Update& e, const Swept& node);
void literal_rule(Sweep& sweep, const core::ArrayLit& e, const Swept& node);
void array_rule(Sweep& sweep, const core::ArrayApp& e, const Swept& node);
void custom_rule(Sweep& sweep, const core::Custom& e, const Swept& node);
void with_acc_rule(Sweep& sweep, const core::WithAcc& e, const Swept& node);
void acc_update_rule(Sweep& sweep, const core::AccUpdate& e, const Swept& node);

// Of a Soac's mapped results, and of one that is but one reduction, or one scan.
// [node]: it is the map; it may be given more results, which the loop around it keeps.
void map_rule(Sweep& sweep, const core::Soac& e, const core::Binders& results,
              const Swept* node = nullptr);
void reduce_rule(Sweep& sweep, const core::Soac& e, const Swept& node);
void scan_rule(Sweep& sweep, const core::Soac& e, const Swept& node);

}  // namespace laguz::ad::reverse
