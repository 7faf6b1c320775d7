-- Inside a functor, the argument's type is unknown.
-- ==
-- error: :4:48-.*Cannot apply
module f (m: { type t val x : t }) = { def y = m.x + 1 }
def main = 1
