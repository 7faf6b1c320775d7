-- Identities of integers hold, wrap-around and all; those of division only where it is defined.
-- ==
-- entry: all
-- input { 7i8 } output { [7i8, 7i8, 0i8, 0i8, 7i8, 7i8, 0i8, -1i8, 7i8, 7i8] }
-- input { -128i8 } output { [-128i8, -128i8, 0i8, 0i8, -128i8, -128i8, 0i8, -1i8, -128i8, -128i8] }
entry all (x: i8) = [x + 0, x - 0, x - x, x * 0, x * 1, x / 1, x % 1, x | -1, x << 0 >> 0, -(-x)]

-- ==
-- entry: itself zero
-- input { 0i8 } error: [Dd]ivision by zero
-- input { 5i8 } output { 0i8 }
entry itself (x: i8) = x / x - 1
entry zero (x: i8) = 0 / x
