-- As in every pattern.
-- ==
-- error: :4:13-.*"\|\|" may not be redefined
def main = \(||) -> 1i32
