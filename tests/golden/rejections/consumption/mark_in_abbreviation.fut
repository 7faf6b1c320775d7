-- A name for a type does not make a parameter consumable.
-- ==
-- error: Consuming variable "x", which is not consumable
type t = *[2]i64
def main (x: t) = x with [0] = 3
