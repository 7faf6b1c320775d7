-- The result's size depends on what the caller does not see.
-- ==
-- error: Sizes "k" and "k₁" do not match
def f (a: i64) = let (k, _) = (a, 2i32) in \(n: i64) -> replicate (n + k) 0i32
def main (a: i64) = zip (f a 2) (f (a + 5) 2)
