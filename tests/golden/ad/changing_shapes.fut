-- States that begin as one array, of which one changes its shape and another sometimes takes it: what
-- is kept of them has lengths of its own.

import "lib/check"

-- ==
-- entry: grows shrinks turns
-- input { } output { [true, true, true] }
entry grows =
  let f (m: i64) (x: []f64) : [1]f64 =
    let (_, b) = loop (a: []f64, b: []f64) = (x, x) for i < m do
      (map (* 2) a ++ [a[0]], if i > 0 then map (* b[0]) a else b)
    in [f64.sum b]
  in [agrees (f 2) [2, 3, 5, 7], agrees (f 3) [2, 3, 5, 7], agrees (f 4) [0.5, -1]]

entry shrinks =
  let f (x: []f64) : [1]f64 =
    let (_, b, s) = loop (a: []f64, b: []f64, s) = (x, x, 0) for i < 3 do
      (a[1:], if i > 0 then map (* b[0]) a else b, s + f64.sum (map f64.sin b))
    in [f64.sum b + s]
  let g (x: []f64) : [1]f64 =
    let (_, b, _) = loop (a: []f64, b: []f64, i) = (x, x, 0i64) while i < 3 do
      (a[1:], if i > 0 then map (* b[0]) a else b, i + 1)
    in [f64.sum b]
  let h (x: []f64) : [1]f64 =
    let (_, b) = loop (a: []f64, b: []f64) = (x, x) for i < 4 do
      (if i < 2 then a ++ [a[0]] else a[1:], if i > 0 then map (* b[0]) a else b)
    in [f64.sum b]
  in [agrees f [2, 3, 5, 7], agrees g [2, 3, 5, 7], agrees h [0.5, 1.5, -1]]

entry turns =
  let f (m: i64) (x: []f64) : [1]f64 =
    let (_, b) = loop (a: []f64, b: []f64) = (x, x) for i < m do
      let (_, d) = loop (c: []f64, d: []f64) = (a, b) for _j < i do (d, map (* c[0]) c)
      in (a ++ [a[0]], d)
    in [f64.sum b]
  in [agrees (f 2) [2, 3, 5, 7], agrees (f 3) [0.2, 0.3, 0.5], agrees (f 4) [0.5, -1]]
