-- ==
-- input { 3 } output { 5 }
#[inline]
def f (x: i32) = x + 1
#[noinline] def g (x: i32) = f x + 1
#[nothing(7)]
entry main (x: i32) = g x
