-- A function type names its sizes.
-- ==
-- error: anonymous

type^ reader = []i32 -> i32
