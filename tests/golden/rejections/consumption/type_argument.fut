-- Functions within the arguments of a type are compared as well.
-- ==
-- error: type ascription[^$]*incompatible regarding consuming
module box: {
  type^ t '^a
  val put '^a : a -> t a
} = {
  type^ t '^a = a
  def put '^a (x: a) : t a = x
}
def boxed (f: *[3]i64 -> i64) =
  let b = (box.put f: box.t ([3]i64 -> i64))
  in 0i64
