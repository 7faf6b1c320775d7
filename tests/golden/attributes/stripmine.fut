-- How a loop is differentiated does not change what it computes.
-- ==
-- input { 10 } output { 45 }
def main (n: i32) = #[stripmine(2)] loop s = 0 for i < n do s + i
