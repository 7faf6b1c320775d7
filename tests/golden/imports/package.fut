-- Packages lie in lib/, as futhark.pkg tools put them there.
-- ==
-- input { 2 3 } output { 10 4 }

import "lib/github.com/someone/shapes/shapes"

def main (a: i32) (b: i32) = let p = perimeter a b in (p.value, p.uses)
