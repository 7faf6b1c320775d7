-- ==
-- input { 1 2 } output { 3 }
def -- one
  main -- two
  (a: -- three
   i32) (b: i32) -- four
  = -- five --
  a + -- -- six
  b --
