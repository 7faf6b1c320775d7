-- Even looser than pipes.
-- ==
-- input { 3 } output { 4i32 }
def main (x: i32) = x |> (+ 1) : i32
