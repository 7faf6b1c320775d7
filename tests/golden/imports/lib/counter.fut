module type counter = {
  type t
  val start : i32 -> t
  val next : t -> t
  val get : t -> i32
}
module counter : counter = {
  type t = i32
  def start (x: i32) : t = x
  def next (x: t) : t = x + 1
  def get (x: t) : i32 = x
}
