-- ==
-- error: :3:36-36:.*Unknown module type "U"
module type S = { module f : {} -> U }
