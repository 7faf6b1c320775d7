-- ==
-- input { 1 2 } output { 3 }
-- warning: ^Warning[^W]*Defaulting ambiguous type to i32[^W]*$

def main x y = x + y
