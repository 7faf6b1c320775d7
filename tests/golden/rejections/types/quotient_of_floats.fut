-- // and %% are for integers.
-- ==
-- error: :4:30-.*Cannot apply
def main (a: f32) (b: f32) = a // b
