-- Sizes only look.
-- ==
-- error: "ns".*not consumable

def use_up (xs: *[]i64): i64 = xs[0]
def main [n] (ns: *[n]i64) (xs: [use_up ns]f32) = xs[0]
