-- Types are those before what failed.
-- ==
-- error: Expected: _ -> bool.Actual:   number -> number
def main = filter (\x -> x + 1) [1, 2]
