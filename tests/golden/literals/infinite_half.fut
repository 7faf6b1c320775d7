-- A literal with an exponent may be too large for f16, where it is infinite; one without may not.
-- ==
-- input { 1f16 } output { f16.inf true true }

def large : f16 = 1e5
def main (x: f16) = (large * x, large == f16.f32 1e5, !f16.isinf 65519.9 && f16.isinf 65520.0)
