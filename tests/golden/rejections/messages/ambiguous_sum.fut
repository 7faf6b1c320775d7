-- The parameter is what a type can be written for.
-- ==
-- error: :4:7-7.*Type is ambiguous
def f x = match x case #a -> 1i32 case #b -> 2
