-- ==
-- error: :4:17-.*having type parameters '\^a with a type having type parameters 'a
module type c = { type c '^a }
module type d = c with c 'a = i32
def main = 1
