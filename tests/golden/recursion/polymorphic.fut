-- ==
-- input { 3 } output { 7 [true] }
def after 'a (n: i32) (f: a -> a) (x: a) : a = if n <= 0 then x else after (n - 1) f (f x)
def main (n: i32) = (after n (+ 2) 1, after n (map not) [false])
