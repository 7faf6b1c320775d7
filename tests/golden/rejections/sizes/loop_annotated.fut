-- A loop that changes the size of its parameter cannot promise it.
-- ==
-- error: :4:68-.*Loop body does not have expected type
def main [n] (xs: [n]i32) = loop (ys: [n]i32) = xs for i < 3i32 do ys ++ ys
