open import "square"
def five : i32 = 5
