-- Types through several modules are the types they stand for.
-- ==
-- input { 3 } output { 3 }
module a = { type t = i32 }
module b = { type t = a.t type u = (t, a.t) }
module c = { open b type v = {w: u} }
def f (x: c.v) : i32 = x.w.0
def main (x: i32) = f {w = (x, x)}
