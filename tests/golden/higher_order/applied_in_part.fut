-- A function that was given one that chooses its sizes takes others that do, later.
-- ==
-- input { 5i64 } output { [0i64, 2i64, 4i64] 7i64 [0i64, 2i64, 4i64] 3i64 7i64 }

def evens (n: i64) : []i64 = filter (\x -> x % 2 == 0) (iota n)

def two '^a (f: i64 -> a) (g: i64 -> a) (n: i64) : (a, a) = (f n, g (n + 2))

def main (n: i64) =
  let first = two evens
  let (a, b) = first iota n
  let (c, d) = first (\_ -> [1, 2, 3]) n
  let (_, e) = n |> (iota |> two evens)
  in (a, length b, c, length d, length e)
