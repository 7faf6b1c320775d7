-- Names that begin with an underscore may stand where no expression is written: in a field without
-- a value, an update in place, backticks, a loop without an initial value; or before a field.
-- ==
-- input { 3 } output { 3 3 10 5 2 7 }

def field (r: {_x: i32}) = (r)._x
def pun (_x: i32) = field {_x}
def update (_xs: *[]i32) = let _xs[0] = 10 in 1i32
def _add (a: i32) (b: i32) = a + b
def again (_x: i32) (n: i32) = loop _x for _i < n do 2
def before (_r: {x: i32}) = _r.x
def main (x: i32) =
  (field {_x = x}, pun x, update [x] + 9, x `_add` 2, again x 1, before {x = 7i32})
