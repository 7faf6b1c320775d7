-- A type that would have to be infinite.
-- ==
-- error: No type is a part of itself, as _ would be of _ -> _
def main = \x -> x x
