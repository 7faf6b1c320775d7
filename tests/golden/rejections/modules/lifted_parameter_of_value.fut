-- ==
-- error: :3:12-.*type parameter '\^a of the module type is a lifted type, but 'a of the module is a non-lifted type
module m : { val id '^a : a -> a } = { def id 'a (x: a) = x }
def main = 1
