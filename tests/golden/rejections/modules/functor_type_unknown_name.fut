-- ==
-- error: :3:43-45:.*Unknown module "z"
module type F = (x: {type t}) -> {val y : z.t}
