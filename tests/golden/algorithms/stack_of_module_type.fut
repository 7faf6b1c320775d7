-- A stack as a module with a hidden type and its size in a value.
-- ==
-- input { [1, 2, 3] } output { [3, 2, 1] 0i64 }
module type stack = {
  type t 'a
  val empty 'a : a -> t a
  val push 'a : a -> t a -> t a
  val pop 'a : t a -> (a, t a)
  val size 'a : t a -> i64
}
module mk (s: { val capacity : i64 }) : stack = {
  def cap = s.capacity
  type t 'a = {data: [cap]a, top: i64}
  def empty 'a (x: a) : t a = {data = replicate cap x, top = 0}
  def push 'a (x: a) (s: t a) : t a = {data = copy s.data with [s.top] = x, top = s.top + 1}
  def pop 'a (s: t a) : (a, t a) = (s.data[s.top - 1], {data = s.data, top = s.top - 1})
  def size 'a (s: t a) = s.top
}
module small = mk { def capacity : i64 = 8 }
def main [n] (xs: [n]i32) =
  let s = loop s = small.empty 0 for x in xs do small.push x s
  let (s, out) =
    loop (s, out) = (s, replicate n 0) for i < n do
      let (x, s) = small.pop s
      in (s, out with [i] = x)
  in (out, small.size s)
