-- ==
-- error: :4:33-.*Using variable
def (<+>) (a: *[2]i32) (b: [2]i32) : *[2]i32 = a with [0] = b[0]
def main (xs: *[2]i32) = xs <+> xs
