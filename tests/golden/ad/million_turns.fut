-- Millions of turns of a number, whose states would fill 16 MB and more, which the test
-- gradient_long_loop does not give them.

def turn (x: f64) (y: f64) = 0.5 * y + x * y * (1 - y)

-- ==
-- entry: for_loop while_loop nested in_a_function
-- input { 2000000i64 } output { 1.0204081632653061f64 }
entry for_loop (n: i64) = vjp (\x -> loop y = 0.3 for _i < n do turn x y) 0.7 1
entry while_loop (n: i64) =
  vjp (\x -> (loop (y, i) = (0.3, 0i64) while i < n do (turn x y, i + 1)).0) 0.7 1
entry nested (n: i64) = vjp (\x -> loop y = 0.3 for _i < 2i64 do loop y for _j < n / 2 do turn x y) 0.7 1
def turns (n: i64) (x: f64) : f64 = loop y = 0.3 for _i < n do turn x y
def twice (n: i64) (x: f64) : f64 = if n > 1000000 then twice (n / 2) x else turns n x
entry in_a_function (n: i64) = vjp (twice n) 0.7 1

-- ==
-- entry: second_order
-- input { 1000000i64 } output { -2.915451895043732f64 }
entry second_order (n: i64) = vjp (\x -> vjp (\x -> loop y = 0.3 for _i < n do turn x y) x 1) 0.7 1

-- ==
-- entry: second_nested
-- input { 600000i64 } output { -2.9154518950437223f64 }
entry second_nested (n: i64) =
  vjp (\x -> vjp (\x -> loop y = 0.3 for _i < 2i64 do loop y for _j < n / 2 do turn x y) x 1) 0.7 1

-- ==
-- entry: third_order
-- input { 100000i64 } output { 12.49479383590168f64 }
entry third_order (n: i64) =
  vjp (\x -> vjp (\x -> vjp (\x -> loop y = 0.3 for _i < n do turn x y) x 1) x 1) 0.7 1
