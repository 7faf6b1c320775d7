-- Both sides of a functor's type are checked, whether anything has that type or not.
-- ==
-- error: :4:23-23:.*Unknown module type "U"
module type F = {} -> U
