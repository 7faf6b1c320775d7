-- ==
-- input { 1 true } output { true 1 }
type pair 'a 'b = {fst: a, snd: b}
def swap 'a 'b (p: pair a b) : pair b a = {fst = p.snd, snd = p.fst}
def main (x: i32) (b: bool) =
  let p = swap {fst = x, snd = b}
  in (p.fst, p.snd)
