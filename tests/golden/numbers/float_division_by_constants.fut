-- Dividing by 3 is not multiplying by a third: bits tell.
-- ==
-- input { 5.0 } output { 4610184818551597739u64 true }
def main (x: f64) = (f64.to_bits (x / 3), x / 3 != x * (1 / 3) || x / 10 * 10 == x)
