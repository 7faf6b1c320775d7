-- What nothing constrains: integers are i32, decimals f64.
-- ==
-- input { }
-- output { 5i32 5.0f64 50.0f64 }
def main = (5, 5.0, 5e1)
