-- A lambda that nobody applies leaves the size of its parameter open.
-- ==
-- error: Ambiguous size in the type of the parameter "xs":\s+\[\]i32
def main (x: i32) = let g = \(xs: []i32) -> xs in x
