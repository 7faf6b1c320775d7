-- The value that is written is not the array itself.
-- ==
-- error: :4:45-.*Source array for in-place update might alias update value
def main (xss: *[2][2]i32) = xss with [0] = xss[1]
