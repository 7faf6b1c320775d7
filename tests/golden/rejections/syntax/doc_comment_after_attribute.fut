-- A documentation comment comes before the attributes.
-- ==
-- error: :5:1-.*Unexpected documentation comment.*only permitted when preceding declarations
#[x]
-- | What f is.
def f (x: i32) = x
