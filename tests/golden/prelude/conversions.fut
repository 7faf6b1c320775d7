-- ==
-- input { } output { 3.0f32 3 -3.0f64 -3 }
def main = (r32 3, t32 3.9, r64 (-3), t64 (-3.9))
