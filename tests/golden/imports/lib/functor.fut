module type number = { val k : i32 }
module shift (n: number) = { def f (x: i32) = x + n.k }
-- Not an entry point where this file is imported, but a function.
entry doubled (x: i32) = 2 * x
