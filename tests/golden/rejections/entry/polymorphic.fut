-- ==
-- error: :3:7-.*polymorphic
entry main 'a (x: a) = x
