-- Parameters and sizes are names alike.
-- ==
-- error: :4:25-.*"n"
type^ t = (n: i64) -> ?[n].[n]i32
