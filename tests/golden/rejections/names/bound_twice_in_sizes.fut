-- Also further in.
-- ==
-- error: :4:19-.*"n"
type~ t = ?[n].(?[n].[n]i32, [n]i32)
