-- A type binds a name once.
-- ==
-- error: :4:16-.*"n"
type~ t = ?[n][n].[n]i32
