-- | Numbers that count themselves.
type~ number = {value: i32, uses: i32}

def number (x: i32) : number = {value = x, uses = 1}
