-- The name that was refined and the type it is for are one type.
-- ==
-- error: :5:12-.*Module defines\s+type t = i64\s+but module type requires\s+type t = i32
module type S = { type t type u = t }
module m : S with u = i32 = { type t = i64 type u = i32 }
