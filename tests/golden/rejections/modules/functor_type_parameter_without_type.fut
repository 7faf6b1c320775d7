-- The parameter is in scope, with what its type says.
-- ==
-- error: :4:60-62:.*Unknown type "x.u"
module type F = (x: {type t}) -> (y: {type u}) -> {val z : x.u}
