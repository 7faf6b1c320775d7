-- The body gives what the parameter takes.
-- ==
-- error: :4:48-.*Loop body does not have expected type
def main (n: i32) = loop s = 0i32 for i < n do s > 3
