// Comparisons, and what they let through.
#include "prims/table.hpp"

namespace laguz::prims {

void add_comparisons(Table& table) {
  table.row<Comparison, all_types>("eq", K(x == y), Diff::zero).is(Op::eq);
  table.row<Comparison, all_types>("ne", K(x != y), Diff::zero).is(Op::ne);
  table.row<Comparison, all_types>("lt", K(x < y), Diff::zero).is(Op::lt);
  table.row<Comparison, all_types>("le", K(x <= y), Diff::zero).is(Op::le);
  table.row<Comparison, all_types>("gt", K(x > y), Diff::zero).is(Op::gt);
  table.row<Comparison, all_types>("ge", K(x >= y), Diff::zero).is(Op::ge);

  // z where x and y compare so, and where they do not; else 0. Nobody writes them: lanes make them
  // of a comparison and the choice that it is for (eval/lanes/combine.cpp), without a row of
  // booleans between the two.
  table.row<Ternary, floats>("gate_gt", K(x > y ? z : 0), D(0), D(0), D(indicator(x > y, z)))
      .is(Op::gate_gt);
  table.row<Ternary, floats>("gate_ge", K(x >= y ? z : 0), D(0), D(0), D(indicator(x >= y, z)))
      .is(Op::gate_ge);
  table.row<Ternary, floats>("gate_eq", K(x == y ? z : 0), D(0), D(0), D(indicator(x == y, z)))
      .is(Op::gate_eq);
  table.row<Ternary, floats>("stop_gt", K(x > y ? 0 : z), D(0), D(0), D(indicator(!(x > y), z)))
      .is(Op::stop_gt);
  table.row<Ternary, floats>("stop_ge", K(x >= y ? 0 : z), D(0), D(0), D(indicator(!(x >= y), z)))
      .is(Op::stop_ge);
  table.row<Ternary, floats>("stop_eq", K(x == y ? 0 : z), D(0), D(0), D(indicator(!(x == y), z)))
      .is(Op::stop_eq);
}

}  // namespace laguz::prims
