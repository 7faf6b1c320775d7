-- A size and a type after a type's name are its arguments.
-- ==
-- input { [1, 2] } output { [1, 2] 2i64 }
type sized [n] 'a = {xs: [n]a}
type plain 'a = {x: a}
def f [n] (v: sized [n] i32) (w: plain ([n]i32)) = (w.x, length v.xs)
def main (xs: []i32) = f {xs} {x = xs}
