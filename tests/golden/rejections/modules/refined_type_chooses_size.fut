-- What comes behind an `include .. with` knows what the type is.
-- ==
-- error: :5:52-.*anonymous sizes
module type S = { type~ t }
module type T = { include S with t = []i32 val f : t -> i32 }
