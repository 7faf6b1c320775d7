import "numbers"

def add (a: number) (b: number) : number = {value = a.value + b.value, uses = a.uses + b.uses}
