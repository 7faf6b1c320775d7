-- Loops over numbers and elements.

entry recurrence (n: i64) : f64 = loop s = 0.5 for i < n do s * 0.99 + f64.i64 i * 1e-9

entry generator (n: i64) : u32 = loop x = 1u32 for _i < n do x * 1664525 + 1013904223

def fib (n: i32) : i32 = if n < 2 then n else fib (n - 1) + fib (n - 2)
entry fibonacci (n: i32) : i32 = fib n

def area (a: f64) (b: f64) : f64 =
  (b - a) / 6 * (f64.sqrt a + 4 * f64.sqrt ((a + b) / 2) + f64.sqrt b)
def integral (a: f64) (b: f64) (whole: f64) (within: f64) : f64 =
  let m = (a + b) / 2
  let (left, right) = (area a m, area m b)
  in if f64.abs (left + right - whole) < 15 * within
     then left + right
     else integral a m left (within / 2) + integral m b right (within / 2)
entry quadrature (within: f64) : f64 = integral 0 2 (area 0 2) within

entry sieve (n: i64) : [n]bool =
  loop prime = replicate n true for i in 2..<n do
    if prime[i] && i * i < n
    then loop prime for j < (n - i * i + i - 1) / i do prime with [i * i + j * i] = false
    else prime

entry edit [n] (a: [n]i32) (b: [n]i32) : i64 =
  let table =
    loop table = replicate (n + 1) (replicate (n + 1) 0i64) for i < n + 1 do
      loop table for j < n + 1 do
        table with [i, j] =
          if i == 0 then j
          else if j == 0 then i
          else i64.min (1 + i64.min table[i - 1, j] table[i, j - 1])
                       (table[i - 1, j - 1] + i64.bool (a[i - 1] != b[j - 1]))
  in table[n, n]

entry counts [n] (bins: i64) (is: [n]i64) : [bins]i64 =
  loop counts = replicate bins 0i64 for i in is do
    counts with [i] = counts[i] + 1

entry sorted [n] (xs: [n]f64) : [n]f64 =
  loop xs = copy xs for i in 1..<n do
    let x = xs[i]
    let (xs, j) = loop (xs, j) = (xs, i) while j > 0 && xs[j - 1] > x do
                    (xs with [j] = xs[j - 1], j - 1)
    in xs with [j] = x
