-- A size may not become that of something outside its scope.
-- ==
-- error: scope violation

def main (xs: []i64) =
  let k = 2 + 5
  in zip xs (iota k)
