import "../square"
def one : i32 = square 1
