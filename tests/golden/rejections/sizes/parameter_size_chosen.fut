-- ==
-- error: Cannot apply "same" to "\(filter \(> 1\)\)"[^$]*Sizes "n" and "d" do not match
def same [n] (xs: [n]i32) (f: [n]i32 -> [n]i32) : [n]i32 = f xs
def main (xs: []i32) = zip xs (same xs (filter (> 1)))
