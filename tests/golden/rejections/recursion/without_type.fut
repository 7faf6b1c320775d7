-- The type of a recursive function's result must be right in every branch.
-- ==
-- error: :4:25-.*Branches of if differ in type
def f (n: i32) : bool = if n == 0 then 1 else f (n - 1)
def main (x: i32) = f x
