-- Sums, differences, products and negation of i8 keep the low 8 bits.
-- ==
-- input { [127i8, -128i8, 127i8, -128i8, -128i8, 0i8, 100i8, 126i8]
--         [1i8, 1i8, 127i8, -128i8, 127i8, 127i8, 50i8, 2i8] }
-- output { [-128i8, -127i8, -2i8, 0i8, -1i8, 127i8, -106i8, -128i8]
--          [126i8, 127i8, 0i8, 0i8, 1i8, -127i8, 50i8, 124i8]
--          [127i8, -128i8, 1i8, 0i8, -128i8, 0i8, -120i8, -4i8]
--          [-127i8, -128i8, -127i8, -128i8, -128i8, 0i8, -100i8, -126i8] }
def main [n] (xs: [n]i8) (ys: [n]i8) =
  (map2 (+) xs ys, map2 (-) xs ys, map2 (*) xs ys, map (\x -> -x) xs)
