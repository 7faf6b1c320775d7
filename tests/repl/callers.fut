-- Stops that are written in a program.
def inner (x: f64) : f64 = let y = x + 1 in #[break] y * 2
def mid (a: f64) : f64 = let b = a * 10 in inner b + 1
def named (q: f64) : f64 = let r = q * 10 in break r + 1
def outer (p: f64) : f64 = named (p + 1)
