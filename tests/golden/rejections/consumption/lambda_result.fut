-- What a lambda gives is a value of its own only if its type says so.
-- ==
-- error: Cannot apply "on" to this function[^$]*incompatible uniqueness[^$]*Hint: a lambda says what it consumes and gives by its types
def on (f: *[3]i64 -> *[3]i64) = f [1, 2, 3]
def main = on (\xs -> copy xs)
