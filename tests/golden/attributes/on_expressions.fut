-- Attributes say nothing about what is computed; unknown ones are ignored.
-- ==
-- input { [1, 2, 3] } output { 6 6 6 }
def main (xs: []i32) =
  ( #[sequential] reduce (+) 0 xs
  , #[no_such_attribute(of, parts(1, 2))] i32.sum xs
  , #[flattening(only_inner)] #[opaque] i32.sum xs )
