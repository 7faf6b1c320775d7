-- ==
-- input { 1 } output { 1 }
module type nothing = {}
module m : nothing = {}
module n = { open m }
def main (x: i32) = x
