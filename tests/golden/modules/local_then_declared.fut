-- What is local may be declared again, in terms of the first one.
-- ==
-- input { 3 } output { 27 }
local def x = 1i32
local def x = x + 1
def x = x + 1
local type t = i32
type t = t
local module m = {
  local def y = 2i32
  def y = y * x
}
module m = { def z : t = m.y + x }
local module type s = { val z : t }
module type s = { include s }
module n : s = m
def main (y: i32) = n.z * y
