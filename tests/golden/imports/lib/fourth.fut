import "square"
module deeper = import "deep/one"
def fourth_plus_one (x: i32) = square (square x) + deeper.one
