-- Größe, 大きさ, μέγεθος: comments may hold anything.
-- ==
-- input { 1 } output { 1 }
def main (x: i32) = x -- ∀x. x = x
