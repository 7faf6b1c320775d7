-- The prelude's module types as parameters.
-- ==
-- input { 12 2.0 } output { 2 1.4142135623730951 }
module bits (i: integral) = { def count (x: i.t) = i.popc x }
module roots (f: float) = { def root (x: f.t) : f.t = f.sqrt x }
module bi = bits i32
module rf = roots f64
def main (x: i32) (y: f64) = (bi.count x, rf.root y)
