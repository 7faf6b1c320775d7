-- A package that uses another one, which lies beside it.
import "../../other/algebra/numbers"
import "../../other/algebra/sums"

def perimeter (a: i32) (b: i32) : number = add (add (number a) (number b)) (add (number a) (number b))
