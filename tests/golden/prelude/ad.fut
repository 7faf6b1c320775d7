-- The ten operators of ad.fut and what Laguz adds to them, on functions whose derivatives are plain.

def f (x: f64, y: f64) : (f64, f64) = (x * x * y, x + 3 * y)

-- At (2, 5) the Jacobian is [[2*x*y, x*x], [1, 3]] = [[20, 4], [1, 3]].
-- ==
-- entry: forward
-- input { 2.0 5.0 }
-- output { 20.0 17.0 28.0 7.0 28.0 7.0 }
entry forward (x: f64) (y: f64) =
  let ((p, q), (p', q')) = jvp2 f (x, y) (1, 2)
  let (p'', q'') = jvp f (x, y) (1, 2)
  in (p, q, p', q', p'', q'')

-- ==
-- entry: reverse_mode
-- input { 2.0 5.0 }
-- output { 20.0 17.0 22.0 10.0 22.0 10.0 }
entry reverse_mode (x: f64) (y: f64) =
  let ((p, q), (x', y')) = vjp2 f (x, y) (1, 2)
  let (x'', y'') = vjp f (x, y) (1, 2)
  in (p, q, x', y', x'', y'')

-- The columns, by components; the rows; the values that come with them; and do the operators agree
-- that give no values?
-- ==
-- entry: jacobians
-- input { 2.0 5.0 }
-- output { [20.0, 4.0] [1.0, 3.0] [20.0, 1.0] [4.0, 3.0] [20.0, 17.0, 20.0, 17.0] true }
entry jacobians (x: f64) (y: f64) =
  let units = [(1, 0), (0, 1)]
  let ((p, q), columns) = jmp2 f (x, y) units
  let ((r, s), rows) = mjp2 f (x, y) units
  let (a, b) = unzip columns
  let (c, d) = unzip rows
  let agree =
    and (map2 (==) columns (jmp f (x, y) units)) && and (map2 (==) rows (mjp f (x, y) units))
  in (a, b, c, d, [p, q, r, s], agree)

-- No directions at all.
-- ==
-- entry: no_directions
-- input { 2.0 }
-- output { empty([0]f64) empty([0]f64) }
entry no_directions (x: f64) =
  (jmp (\a -> a * a) x [], mjp (\a -> a * a) x [])

-- The rule is wrong on purpose, to see that it is the rule that counts. It gets result and weight.
-- ==
-- entry: own_reverse
-- input { 3.0 }
-- output { 9.0 18.0 }
entry own_reverse (x: f64) =
  vjp2 (with_vjp (\a -> a * a) (\res adj -> res * adj)) x 2

-- ==
-- entry: own_reverse_tape
-- input { 3.0 }
-- output { 9.0 2.0 }
entry own_reverse_tape (x: f64) =
  vjp2 (with_vjp_tape (\a -> (a + 1, a * a)) (\(tape, adj) -> adj * tape / 4)) x 2

-- ==
-- entry: own_forward
-- input { 3.0 }
-- output { 9.0 30.0 }
entry own_forward (x: f64) =
  jvp2 (with_jvp (\a -> a * a) (\arg tan -> 5 * arg * tan)) x 2

-- Reverse mode through a forward rule is its transpose: the cotangent of an element is 5 times the
-- element times that of its square. And the rule may be differentiated in turn: here it says a*a.
-- ==
-- entry: own_forward_reversed
-- input { [3.0, 4.0] }
-- output { [15.0, 20.0] [30.0, 40.0] [6.0, 8.0] [6.0, 8.0] [6.0, 8.0] }
entry own_forward_reversed (xs: []f64) =
  let five = with_jvp (\a -> a * a) (\arg tan -> 5 * arg * tan)
  let odd a = with_jvp (\b -> b * b) (\arg tan -> arg * arg * tan) a
  in ( vjp (\ys -> f64.sum (map five ys)) xs 1
     , map (\x -> vjp five x 2) xs
     , map (\x -> jvp (\a -> vjp odd a 1) x 1) xs
     , map (\x -> vjp (\a -> jvp odd a 1) x 1) xs
     , map (\x -> vjp (\a -> vjp odd a 1) x 1) xs
     )

-- Outside differentiation they are just the function.
-- ==
-- entry: no_rule
-- input { 3.0 }
-- output { 9.0 9.0 9.0 }
entry no_rule (x: f64) =
  ( with_vjp (\a -> a * a) (\_ _ -> 0) x
  , with_vjp_tape (\a -> (a, a * a)) (\_ -> 0) x
  , with_jvp (\a -> a * a) (\_ _ -> 0) x
  )

-- d/dx (x * constant x) is x; without the word it would be 2x.
-- ==
-- entry: stopped
-- input { 3.0 }
-- output { 9.0 3.0 3.0 }
entry stopped (x: f64) =
  let g a = a * stop_gradient a
  in (g x, vjp g x 1, jvp g x 1)

-- ==
-- entry: zeros
-- input { [1.5, 2.5] 7 true }
-- output { [0.0, 0.0] 0 false }
-- input { empty([0]f64) 7 false }
-- output { empty([0]f64) 0 false }
entry zeros (x: []f64) (y: i32) (z: bool) = zeros_like (x, y, z)

-- Recomputing changes nothing, for free variables neither: d/dx (x*y)^2 = 2*x*y*y, and likewise.
-- ==
-- entry: checkpointed
-- input { 2.0 3.0 }
-- output { 36.0 36.0 24.0 }
entry checkpointed (x: f64) (y: f64) =
  let g (a, b) = checkpoint (\c -> (c * b) ** 2) a
  let (value, (x', y')) = vjp2 g (x, y) 1
  in (value, x', y')

-- Inner and outer differentiation do not mix up their directions.
-- ==
-- entry: nested
-- input { 1.0 }
-- output { 1.0 12.0 12.0 12.0 }
entry nested (x: f64) =
  let cube a = a ** 4
  in ( jvp (\a -> a * jvp (\b -> a + b) 1 1) x 1
     , jvp (\a -> vjp cube a 1) x 1
     , vjp (\a -> jvp cube a 1) x 1
     , vjp (\a -> vjp cube a 1) x 1
     )

-- The numbers of one type, and back: golden/library has more.
-- ==
-- entry: ravelled
-- input { 2.0 [3.0, 4.0] 5f32 }
-- output { [2.0, 3.0, 4.0] [5f32] 2.5 [3.5, 4.5] 5f32 }
entry ravelled (x: f64) (y: [2]f64) (z: f32) =
  let (x', y', z') = unravel (x, y, z) (map (+ 0.5) (ravel (x, y, z)))
  in (ravel (x, y, z) : []f64, ravel (x, y, z) : []f32, x', y', z')
