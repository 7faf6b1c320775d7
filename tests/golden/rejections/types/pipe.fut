-- ==
-- error: :3:26-.*Cannot apply
def main (x: i32) = x |> f64.sqrt
