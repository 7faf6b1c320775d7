-- ==
-- input { [1, 2, 3] } output { 6 64 3 }
-- warning: ^$

def main (xs: [3]i32) =
  ( #[unroll] loop s = 0 for x in xs do s + x
  , #[unroll] loop x = 1i32 for _i < 6i32 do x * 2
  , #[unroll] loop x = 0i32 for _i < 1 + 2i32 do x + 1 )
