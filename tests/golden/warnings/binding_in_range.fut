-- A range whose length would bind names has an unknown one.
-- ==
-- input { 1i64 } output { 2i64 8i64 2i64 }
-- warning: ^(Warning at [^:]*:(7|8):[^W]*Size expression with binding[^W]*){2}$

def main (x: i64) =
  (length (0..<(let y = x + 1 in y)),
   length ((let y = x + 1 in y)...9),
   length (0..2...(let y = x + 1 in y)))
