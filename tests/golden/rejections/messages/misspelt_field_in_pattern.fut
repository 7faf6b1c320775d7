-- Which of the two is the slip is not known: the type's name may be.
-- ==
-- error: unshared fields: name, nmae\.\s+Are "nmae" and "name" meant to be the same\?
def main (name: i64) (age: i64) : i64 =
  match {name, age}
  case {nmae = x, age = y} -> x + y
