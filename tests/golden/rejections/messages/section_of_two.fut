-- A function by itself has no name, and a number of arguments.
-- ==
-- error: Cannot apply function to "2"\..Function accepts only 1 argument\.
def main = (+ 1) 1 2
