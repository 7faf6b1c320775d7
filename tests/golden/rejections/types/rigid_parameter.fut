-- A type parameter is every type, not the one that suits.
-- ==
-- error: :4:25-.*Function body does not have expected type
def f 'a (x: a) : i32 = x
def main (x: i32) = f x
