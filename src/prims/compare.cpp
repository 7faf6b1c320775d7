// Comparisons.
#include "prims/table.hpp"

namespace laguz::prims {

void add_comparisons(Table& table) {
  table.row<Comparison, all_types>("eq", K(x == y), Diff::zero).is(Op::eq);
  table.row<Comparison, all_types>("ne", K(x != y), Diff::zero).is(Op::ne);
  table.row<Comparison, all_types>("lt", K(x < y), Diff::zero).is(Op::lt);
  table.row<Comparison, all_types>("le", K(x <= y), Diff::zero).is(Op::le);
  table.row<Comparison, all_types>("gt", K(x > y), Diff::zero).is(Op::gt);
  table.row<Comparison, all_types>("ge", K(x >= y), Diff::zero).is(Op::ge);
}

}  // namespace laguz::prims
