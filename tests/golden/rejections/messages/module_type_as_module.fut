-- A module type is no module.
-- ==
-- error: it is a module type; a module of it is module m: mt = 
module type mt = { val x : i32 }
module m = mt
