-- ==
-- input { 0 } output { 1 }
-- input { 1 } output { 2 }
-- input { 2 } output { 0 }
type color = #red | #green | #blue
def next (c: color) : color =
  match c
  case #red -> #green
  case #green -> #blue
  case #blue -> #red
def number (c: color) = match c case #red -> 0 case #green -> 1 case #blue -> 2
def main (x: i32) = number (next (if x == 0 then #red else if x == 1 then #green else #blue))
