-- A module type without multiplication gives none.
-- ==
-- error: :4:71-.*Unknown name
module f (n: { type t val (+) : t -> t -> t }) = { def g (x: n.t) = x n.* x }
def main = 1
