-- Opening a module with f hides the f before it, and its type is another.
-- ==
-- error: :7:23-.*Cannot apply
def f (x: i32) = x
module m = { def f (x: bool) = x }
open m
def main (x: i32) = f x
