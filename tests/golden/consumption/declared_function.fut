-- A function type without * is no promise to consume.
-- ==
-- error: does not have expected type

def clear (xs: *[]f32): f32 = xs[0]
def main: []f32 -> f32 = clear
