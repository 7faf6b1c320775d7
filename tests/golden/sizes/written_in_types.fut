-- Expressions as sizes in abbreviations, module types, local and polymorphic functions.
-- ==
-- entry: abbreviation
-- input { } output { [4i32, 4i32, 4i32] [2u8, 2u8] }
-- ==
-- entry: through_module
-- input { 3i64 } output { [1i32, 1i32, 1i32] [0i64, 1i64, 2i64] empty([0][3]i32) }
-- ==
-- entry: inner
-- input { 2i64 } output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
-- ==
-- entry: polymorphic
-- input { [1f64, 2f64] } output { [1i32, 1i32] [1i32, 1i32] empty([0][2]i32) }
-- ==
-- entry: in_functor
-- input { } output { [0i64, 1i64] [0i64, 1i64] [0i64, 1i64, 2i64] }

def same 'a 'b [n] (xs: [n]a) (ys: [n]b) : ([n]a, [n]b) = (xs, ys)
def ap 'a 'b (f: a -> b) (x: a) : b = f x
def rows (n: i64) : [0][n]i32 = []

type sum_of_3 = [i64.sum (0..<3)]i32
type as_text = [length "ab"]u8
def fours : sum_of_3 = replicate (i64.sum (0..<3)) 4
entry abbreviation : (sum_of_3, as_text) = (fours, replicate (length "ab") 2)

module type ones = {
  val ones : (n: i64) -> [i64.sum (0..<n)]i32
  val none : (n: i64) -> [0][i64.sum (0..<n)]i32
}
module m : ones = {
  def ones (n: i64) = replicate (i64.sum (0..<n)) 1i32
  def none (n: i64) = rows (i64.sum (0..<n))
}
entry through_module (n: i64) : ([]i32, []i64, [][]i32) =
  let (xs, ys) = same (m.ones n) (iota (i64.sum (0..<n)))
  in (xs, ys, m.none n)

entry inner (n: i64) =
  let up (k: i64) : [ap (+ n) k]i64 = iota (ap (+ n) k)
  in same (up 1) (up 1)

def ones_of [n] 'a (r: {all: [n]a, lengths: [n]i64}) (i: i64) : [ap (.lengths[i]) r]i32 =
  replicate (ap (.lengths[i]) r) 1
def rows_of [n] 'a (r: {all: [n]a, lengths: [n]i64}) : [0][ap (.lengths[0]) r]i32 = []
entry polymorphic [n] (xs: [n]f64) : ([]i32, []i32, [][]i32) =
  let r = {all = xs, lengths = replicate n 2}
  let (as, bs) = same (ones_of r 0) (ones_of r 0)
  in (as, bs, rows_of r)

module up (p: {val k : i64}) = {
  def pair (xs: []i64) : ([length xs[p.k:]]i64, [length xs[p.k:]]i64) =
    same (iota (length xs[p.k:])) (iota (length xs[p.k:]))
}
module up_1 = up {def k = 1i64}
module up_2 = up {def k = 0i64}
entry in_functor : ([]i64, []i64, []i64) =
  let (xs, ys) = up_1.pair [1, 2, 3]
  in (xs, ys, (up_2.pair [1, 2, 3]).0)
