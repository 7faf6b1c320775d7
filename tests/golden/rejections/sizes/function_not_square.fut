-- What a function is said to give has as many rows as columns; Futhark takes any function of arrays of arrays.
-- ==
-- error: Sizes "k" and "k \+ 1" do not match
def square [d] (g: i64 -> [d][d]i64) = g 3
def rows (k: i64) = replicate k (iota (k + 1))
def main = square rows
