-- What is inferred twice is warned of once. Only the loop tells that "seen" is an array whose length varies.
-- ==
-- warning: ^Warning[^W]*:7:11-11[^W]*Warning[^W]*:8:49-49[^W]*$
-- input { [1i32, 2i32] } output { [1i32, 2i32] 3i32 4i32 }

def main (xs: []i32) =
  let k = 3
  let step x s = {seen = s.seen ++ [x], n = s.n + 2}
  let s = loop s = {seen = [], n = 0} for x in xs do step x s
  in (s.seen, k, s.n)
