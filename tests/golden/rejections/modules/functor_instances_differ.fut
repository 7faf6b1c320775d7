-- Each application of a functor hides anew.
-- ==
-- error: :8:27-.*Cannot apply
module type box = { type t val make : i32 -> t val get : t -> i32 }
module f (p: {}) : box = { type t = i32 def make (x: i32) : t = x def get (x: t) = x }
module a = f {}
module b = f {}
def main (x: i32) = a.get (b.make x)
