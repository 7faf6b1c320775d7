-- Exponents, with and without sign and point.
-- ==
-- input { }
-- output { 150.0 0.015 1500.0 2.5 1.0e10 1234.5 }
def main = (1.5e2, 1.5e-2, 1.5E+3, 2.5, 1e10, 1_234.5)
