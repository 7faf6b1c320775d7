-- ==
-- error: :5:1-.*Unexpected documentation comment.*only permitted when preceding declarations
module type s = {
#[x]
-- | What f is.
val f : i32 }
