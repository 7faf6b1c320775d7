-- | Sum of squares.
def norm [n] (xs: [n]f64) : f64 =
  let s = f64.sum (map (\x -> #[break] x * x) xs)
  in #[break] f64.sqrt s

def steps (n: i64) =
  loop acc = 0 for i < n do
    let twice = acc * 2
    in #[break] twice + i

def write (n: i64) =
  let xs = replicate n 0i64
  let ys = xs with [0] = 5
  in #[break] ys[0] + 1

def shapes (p: {name: []u8, at: (f32, f32)}) (f: i32 -> i32) (b: bool) =
  let c : #some i32 | #none = if b then #some 3i32 else #none
  in #[break] (f 3, p.at.0, c)

def deep (n: i64) : i64 = if n == 0 then #[break] n else 1 + deep (n - 1)
