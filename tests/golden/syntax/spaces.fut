-- Spaces and lines may be anywhere between symbols, but not before an index.
-- ==
-- input { [1,2,3] } output { 6 [2] }
def
  main
  ( xs
  : [ ] i32 ) =
  ( reduce ( + )
      0
      xs
  , xs[ 1 : 2 ] )
