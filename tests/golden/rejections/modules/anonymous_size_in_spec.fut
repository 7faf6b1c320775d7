-- Sizes of parameters in a specification have names.
-- ==
-- error: :4:30-.*Anonymous sizes
module type mt = { val sum : []i32 -> i32 }
def main = 1
