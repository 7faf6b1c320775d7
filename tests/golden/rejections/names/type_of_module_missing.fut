-- ==
-- error: :4:14-.*Unknown type
module m = { def k : i32 = 1 }
def main (x: m.t) = 1
