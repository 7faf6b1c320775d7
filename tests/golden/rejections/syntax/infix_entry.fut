-- An operator is an entry point by its name in parentheses only.
-- ==
-- error: :4:16-16:.*"\+" cannot be defined as infix here.*'entry \(\+\) x y
entry (x: i32) + (y: i32) = x
