-- A parameter's name is taken in its own type too.
-- ==
-- error: :4:16-.*"x"
type^ t = (x: (x: i32) -> i32) -> i32
