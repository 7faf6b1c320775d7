-- :> changes sizes, no more.
-- ==
-- error: :4:24-.*Expression does not have expected type from size coercion
def main (xs: []i32) = xs :> []i64
