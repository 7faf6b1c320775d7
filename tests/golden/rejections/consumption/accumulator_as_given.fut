-- Nothing is known of an accumulator: one that comes back as it was given is not found to be a
-- value of its own.
-- ==
-- error: Cannot apply "app"[^$]*incompatible uniqueness
def same 't [n] (acc: *intrinsics.acc ([n]t)) = acc
def app [n] (f: *intrinsics.acc ([n]i64) -> *intrinsics.acc ([n]i64)) (d: *[n]i64) =
  intrinsics.hist_stream d (+) 0 (\(acc: *intrinsics.acc ([n]i64)) (_: i64) -> f acc) [1]
def main [n] (d: *[n]i64) = app same d
