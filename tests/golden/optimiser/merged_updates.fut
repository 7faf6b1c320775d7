-- Branches that add at one place choose what is added; those that add at others, or more than once,
-- go on as they were. (Derivatives of what branches read are such additions.)

import "../ad/lib/check"

def is_derivative (f: (xs: [5]f64) -> (i: i64) -> f64) : bool =
  agrees (\xs -> map (f (sized 5 xs)) (iota 7)) (some 5)

-- ==
-- entry: one_place
-- input { } output { [true, true, true] }
entry one_place =
  [ is_derivative (\xs i -> let k = i % 4 in if i < 3 then f64.sin xs[k] else xs[k] * xs[k])
  , -- a choice in a choice
    is_derivative (\xs i ->
      let k = i % 3
      in if i < 3 then f64.sin xs[k]
         else if i == 4 then xs[k] * xs[k] else f64.exp xs[k])
  , -- both of two places
    is_derivative (\xs i ->
      let (k, l) = (i % 3, 3 + i % 2)
      in if i % 2 == 0 then xs[k] * xs[l] else f64.sin (xs[k] + 2 * xs[l]))
  ]

-- ==
-- entry: others
-- input { } output { [true, true, true, true, true, true] }
entry others =
  [ -- another place
    is_derivative (\xs i -> let k = i % 3 in if i < 3 then f64.sin xs[k] else xs[k + 1] * xs[k + 1])
  , -- places of the same name, made in each branch
    is_derivative (\xs i -> if i < 3 then (let k = i % 4 in f64.sin xs[k]) else (let k = i % 3 in xs[k] ** 3))
  , -- two in one branch, at one place for some
    is_derivative (\xs i -> let (k, l) = (i % 4, i % 3) in if i < 5 then f64.sin (xs[k] * xs[l]) else xs[k] ** 2)
  , -- the other branch adds nothing
    is_derivative (\xs i -> let k = i % 4 in if i % 3 == 1 then 2 else f64.cos xs[k])
  , -- more than one at a place, in a loop
    is_derivative (\xs i ->
      let k = i % 4
      in if i < 4 then (loop s = 1 for _j < i do f64.sin (s * xs[k])) else xs[k] * xs[k])
  , -- one of them may not be looked at: nothing is there
    is_derivative (\xs i -> if i < 5 then f64.sin xs[i] else xs[0] * xs[0])
  ]
