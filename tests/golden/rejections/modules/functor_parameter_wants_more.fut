-- The module type promises to make do with any type t.
-- ==
-- error: :5:12-.*The parameter "a" of the parametric module does not match.*defines.  type t.but module type requires.  type t = i32
module type f = { type t } -> { val y : i32 }
module g : f = \(a: { type t = i32 }) -> { def y = 2i32 }
def main = 1
