-- ==
-- error: :3:1-.*Unexpected token: .\#\[
#[attr]
