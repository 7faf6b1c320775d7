-- A result has the length that its type says.
-- ==
-- error: "4" and "n" do not match

def main [n] (xs: [n]f64): [4]f64 = map (* 2) xs
