-- Windows of an array without copies: offset, then counts and strides.
-- ==
-- input { 6i64 } output { [[1i64, 2i64, 3i64], [3i64, 4i64, 5i64]] [[[0i64], [1i64]], [[3i64], [4i64]]] }
def main (n: i64) =
  let a = iota n
  in (intrinsics.flat_index_2d a 1 2 2 3 1, intrinsics.flat_index_3d a 0 2 3 2 1 1 1)
