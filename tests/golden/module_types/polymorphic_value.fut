-- ==
-- input { [1, 2] } output { [2, 1] [true, false] }
module type mt = { val rev [n] 't : [n]t -> [n]t }
module m : mt = { def rev [n] 't (xs: [n]t) : [n]t = xs[::-1] }
def main (xs: []i32) = (m.rev xs, m.rev [false, true])
