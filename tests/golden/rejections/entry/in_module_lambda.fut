-- The body of a parametric module is one even if it has no name.
-- ==
-- error: :4:26-29:.*Entry points may not be declared inside modules
open (\(x: {}) -> {entry main = 1i32}) {}
