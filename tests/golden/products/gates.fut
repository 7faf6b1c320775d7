-- One matrix for all gates, whose rows are read at k * h + j, in a map over a batch, in a loop over
-- time, in a function and in its place: what they give is what parts of the matrix give. Reverse
-- against forward, to second order; widths of zero; a matrix that has more rows.
-- ==
-- tags { threads }
-- entry: in_function in_place by_parts written turned
-- input { 0i64 0i64 0i64 0i64 0i64 } output { true }
-- input { 1i64 1i64 1i64 1i64 0i64 } output { true }
-- input { 2i64 3i64 5i64 4i64 0i64 } output { true }
-- input { 2i64 3i64 5i64 4i64 3i64 } output { true }
-- input { 0i64 3i64 5i64 4i64 3i64 } output { true }
-- input { 3i64 0i64 5i64 4i64 1i64 } output { true }
-- input { 2i64 2i64 0i64 4i64 0i64 } output { true }
-- input { 2i64 2i64 5i64 0i64 2i64 } output { true }
-- input { 2i64 17i64 19i64 20i64 0i64 } output { true }

-- A matrix that is too short is an error if there are iterations, and only then.
-- ==
-- entry: short
-- input { 2i64 3i64 2i64 8i64 } output { 36i64 }
-- input { 2i64 3i64 2i64 7i64 } error: Index \[7\] out of bounds for array of shape \[7\]\[3\]
-- input { 0i64 3i64 2i64 7i64 } output { 0i64 }
-- input { 2i64 0i64 2i64 7i64 } output { 0i64 }
-- input { 2i64 3i64 0i64 0i64 } output { 0i64 }

-- Rows and columns go outside: the inner places do so first, and those between as they come.
-- ==
-- entry: rows_then_columns
-- input { 3i64 8i64 2i64 1i64 6i64 } output { 1026i64 }
-- input { 3i64 8i64 2i64 1i64 8i64 } error: Index \[0, 8\] out of bounds for array of shape \[6\]\[8\]
-- input { 3i64 8i64 3i64 1i64 8i64 } error: Index \[0, 8\] out of bounds for array of shape \[6\]\[8\]
-- input { 3i64 8i64 3i64 1i64 6i64 } error: Index \[6, 1\] out of bounds for array of shape \[6\]\[8\]
-- input { 3i64 8i64 3i64 -1i64 6i64 } error: Index \[0, -1\] out of bounds for array of shape \[6\]\[8\]
-- input { 3i64 8i64 0i64 1i64 8i64 } output { 0i64 }
-- input { 3i64 8i64 3i64 1i64 0i64 } output { 0i64 }

-- ==
-- entry: columns_then_rows
-- input { 3i64 8i64 2i64 1i64 6i64 } output { 1026i64 }
-- input { 3i64 8i64 3i64 1i64 8i64 } error: Index \[6, 1\] out of bounds for array of shape \[6\]\[8\]
-- input { 3i64 8i64 2i64 1i64 8i64 } error: Index \[0, 8\] out of bounds for array of shape \[6\]\[8\]

-- ==
-- entry: columns_between
-- input { 3i64 8i64 2i64 1i64 6i64 } output { 1026i64 }
-- input { 3i64 8i64 3i64 1i64 8i64 } error: Index \[0, 8\] out of bounds for array of shape \[6\]\[8\]
-- input { 3i64 8i64 3i64 1i64 6i64 } error: Index \[6, 1\] out of bounds for array of shape \[6\]\[8\]
-- input { 3i64 8i64 7i64 1i64 8i64 } error: Index \[6, 1\] out of bounds for array of shape \[6\]\[8\]

def near (a: f64) (b: f64) = f64.abs (a - b) <= 1e-9 * (1 + f64.abs a)

def reals (n: i64) (seed: f64) : [n]f64 = tabulate n (\i -> f64.sin (seed + 0.7 * f64.i64 i))

def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)

def agrees [n] (f: [n]f64 -> f64) (x: [n]f64) : bool =
  let d = reals n 3
  let e = reals n 5
  let along p v = jvp f p v
  in near (dot (vjp f x 1) d) (along x d) &&
     near (dot (jvp (\p -> vjp f p 1) x e) d) (jvp (\p -> along p d) x e)

def joined [h] (gates: [4][h]f64) (memory: [h]f64) : ([h]f64, [h]f64) =
  let memory = map4 (\i f n m -> f * m + i * n) gates[0] gates[1] (map f64.tanh gates[3]) memory
  in (map2 (\o m -> o * f64.tanh m) gates[2] memory, memory)

def by_index [g] [z] [d] [h] (w: [g][z]f64) (b: [g]f64) (x: [d]f64) (state: [h]f64, memory: [h]f64) =
  let input = (x ++ state) :> [z]f64
  in joined (tabulate_2d 4 h (\k j ->
       b[k * h + j] + f64.sum (tabulate z (\l -> w[k * h + j, l] * input[l])))) memory

def in_two [g] [z] [d] [h] (w: [g][z]f64) (b: [g]f64) (x: [d]f64) (state: [h]f64, memory: [h]f64) =
  joined (tabulate 4 (\k -> tabulate h (\j ->
    b[k * h + j] + f64.sum (tabulate d (\l -> w[k * h + j, l] * x[l]))
                 + f64.sum (tabulate h (\l -> w[k * h + j, d + l] * state[l]))))) memory

def in_loops [g] [z] [d] [h] (w: [g][z]f64) (b: [g]f64) (x: [d]f64) (state: [h]f64, memory: [h]f64) =
  let input = (x ++ state) :> [z]f64
  in joined (loop gates = replicate 4 (replicate h 0) for k < 4 do
       loop gates = gates for j < h do
         gates with [k, j] = b[k * h + j] + (loop s = 0 for l < z do s + w[k * h + j, l] * input[l])) memory

def by_columns [g] [z] [d] [h] (w: [g][z]f64) (b: [g]f64) (x: [d]f64) (state: [h]f64, memory: [h]f64) =
  let input = (x ++ state) :> [z]f64
  in joined (transpose (tabulate_2d h 4 (\j k -> b[k * h + j] + dot w[k * h + j] input))) memory

def by_slices [g] [z] [d] [h] (w: [g][z]f64) (b: [g]f64) (x: [d]f64) (state: [h]f64, memory: [h]f64) =
  let gates = map2 (\row c -> c + dot row ((x ++ state) :> [z]f64)) w b
  in joined (unflatten (gates[0:4 * h] :> [4 * h]f64)) memory

def run [g] [z] [batch] [d] (h: i64)
        (cell: [g][z]f64 -> [g]f64 -> [d]f64 -> ([h]f64, [h]f64) -> ([h]f64, [h]f64))
        (steps: i64) (w: [g][z]f64) (b: [g]f64) (xs: [batch][d]f64) : f64 =
  let zeros = replicate batch (replicate h 0)
  let (states, _) =
    loop (states, memories) = (zeros, zeros) for _i < steps do
      unzip (map2 (cell w b) xs (zip states memories))
  in f64.sum (flatten states)

-- | As `run by_index`, but that the cell is written where it is.
def run_in_place [g] [z] [batch] [d] (h: i64) (steps: i64) (w: [g][z]f64) (b: [g]f64)
                                     (xs: [batch][d]f64) : f64 =
  let zeros = replicate batch (replicate h 0)
  let (states, _) =
    loop (states, memories) = (zeros, zeros) for _i < steps do
      unzip (map3 (\x state memory ->
        let gates = tabulate_2d 4 h (\k j ->
          let s = loop s = b[k * h + j] for l < d do s + w[k * h + j, l] * x[l]
          in s + f64.sum (tabulate h (\l -> w[k * h + j, d + l] * state[l])))
        in joined gates memory) xs states memories)
  in f64.sum (flatten states)

def compared (steps: i64) (batch: i64) (d: i64) (h: i64) (more: i64)
             (f: [4 * h + more][d + h]f64 -> [4 * h + more]f64 -> [batch][d]f64 -> f64) : bool =
  let w = unflatten (map (0.3 *) (reals ((4 * h + more) * (d + h)) 1))
  let b = map (0.3 *) (reals (4 * h + more) 2)
  let xs = unflatten (reals (batch * d) 3)
  in near (f w b xs) (run h by_slices steps w b xs) &&
     agrees (\w -> f (unflatten w) b xs) (flatten w) && agrees (\b -> f w b xs) b &&
     agrees (\xs -> f w b (unflatten xs)) (flatten xs)

entry in_function (steps: i64) (batch: i64) (d: i64) (h: i64) (more: i64) : bool =
  compared steps batch d h more (\w b xs -> run h by_index steps w b xs)

entry in_place (steps: i64) (batch: i64) (d: i64) (h: i64) (more: i64) : bool =
  compared steps batch d h more (\w b xs -> run_in_place h steps w b xs)

entry by_parts (steps: i64) (batch: i64) (d: i64) (h: i64) (more: i64) : bool =
  compared steps batch d h more (\w b xs -> run h in_two steps w b xs)

entry written (steps: i64) (batch: i64) (d: i64) (h: i64) (more: i64) : bool =
  compared steps batch d h more (\w b xs -> run h in_loops steps w b xs)

entry turned (steps: i64) (batch: i64) (d: i64) (h: i64) (more: i64) : bool =
  compared steps batch d h more (\w b xs -> run h by_columns steps w b xs)

entry short (steps: i64) (batch: i64) (h: i64) (g: i64) : i64 =
  let w = replicate g (iota 3)
  let one = \x -> i64.sum (flatten (tabulate_2d 4 h (\k j -> i64.sum (map2 (*) x w[k * h + j]))))
  in loop s = 0 for _i < steps do
       s + i64.sum (map (\x -> i64.min 6 (one [x, x + 1, 0])) (replicate batch 0))

-- | m rows for each of k = 0, 1, 2; columns from c on, n of them.
def numbered (g: i64) (z: i64) : [g][z]i64 = tabulate_2d g z (\i j -> 10 * i + j)

entry rows_then_columns (k: i64) (z: i64) (m: i64) (c: i64) (n: i64) : i64 =
  let w = numbered 6 z
  in i64.sum (tabulate k (\k -> i64.sum (tabulate m (\j -> i64.sum (tabulate n (\l -> w[k * m + j, c + l]))))))

entry columns_then_rows (k: i64) (z: i64) (m: i64) (c: i64) (n: i64) : i64 =
  let w = numbered 6 z
  in i64.sum (tabulate n (\l -> i64.sum (tabulate k (\k -> i64.sum (tabulate m (\j -> w[k * m + j, c + l]))))))

entry columns_between (k: i64) (z: i64) (m: i64) (c: i64) (n: i64) : i64 =
  let w = numbered 6 z
  in i64.sum (tabulate k (\k -> i64.sum (tabulate n (\l -> i64.sum (tabulate m (\j -> w[k * m + j, c + l]))))))
