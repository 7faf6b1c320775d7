-- An abstract type that is included hides types of the same name, wherever those are from.
-- ==
-- input { 3 } output { 3 }
-- warning: ^Warning at [^:]*:10:20-35:\s+Inclusion shadows type "t".[^W]*Warning at [^:]*:13:20-36:\s+Inclusion shadows type "m.t".[^W]*$
type t = i32
module m = { type t = i32 }
module type abstract = { type t type u }
module type known = { type t = i32 }
module type in_module = { module m : { type t type v } }
module type s1 = { include abstract }
module type s2 = { include known }
module type s3 = { include abstract with t = bool }
module type s4 = { include in_module }
def main (x: t) : m.t = x
