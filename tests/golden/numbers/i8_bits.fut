-- And, or, exclusive or, complement of i8, bit by bit.
-- ==
-- input { [12i8, 127i8, -128i8, 127i8, 0i8, 85i8, -1i8]
--         [10i8, 1i8, 127i8, 127i8, 127i8, 51i8, -128i8] }
-- output { [8i8, 1i8, 0i8, 127i8, 0i8, 17i8, -128i8]
--          [14i8, 127i8, -1i8, 127i8, 127i8, 119i8, -1i8]
--          [6i8, 126i8, -1i8, 0i8, 127i8, 102i8, 127i8]
--          [-13i8, -128i8, 127i8, -128i8, -1i8, -86i8, 0i8] }
def main [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 (&) xs ys, map2 (|) xs ys, map2 (^) xs ys, map (\x -> !x) xs)
