-- The result would be as long as the argument, which is another one in the call.
-- ==
-- error: The recursive function "f" has type[^$]*is used with other sizes of its result
def f (xs: []i32) (i: i32) = if i == 0 then xs else f xs[1:] (i - 1)
