def square (x: i32) = x * x
def cube (x: i32) = x * square x
local def hidden (x: i32) = x
