-- ==
-- error: \[n\] only used non-constructively
module m : { type tagged 'a } = { type tagged 'a = i32 }
entry f [n] (_: m.tagged ([n]i32)) = n
