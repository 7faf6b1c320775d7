-- An inverse problem: what is a rod made of?
--
-- Four rods of different materials are joined into one. In the beginning it is cold; then one end is
-- kept hot, the other cold, and after a thousand time steps the temperature is measured all along.
-- How well does each material conduct heat?
--
-- Simulating the measurement for given conductivities is a loop. How far the simulation is off,
-- differentiated in reverse through all the thousand steps, tells in which direction to correct
-- them.

import "ad"

def parts : i64 = 4
def cells_per_part : i64 = 8
def cells : i64 = parts * cells_per_part
def steps : i64 = 1000

-- | One small step in time: heat flows between neighbours, and between the ends and the outside.
def step [n] (conductivity: [n]f64) (temperature: [n]f64) : [n]f64 =
  let between a b = 2 * a * b / (a + b)
  let flow i = -- into cell i from the left
    if i == 0
    then 2 * conductivity[0] * (1 - temperature[0])
    else if i == n
    then 2 * conductivity[n - 1] * temperature[n - 1]
    else between conductivity[i - 1] conductivity[i] * (temperature[i - 1] - temperature[i])
  in tabulate n (\i -> temperature[i] + flow i - flow (i + 1))

-- | From the logarithms of the conductivities, so that these are positive whatever happens.
def materials (logs: [parts]f64) : [cells]f64 =
  sized cells (flatten (map (\l -> replicate cells_per_part (f64.exp l)) logs))

def simulate (logs: [parts]f64) : [cells]f64 =
  let conductivity = materials logs
  in loop temperature = map (\_ -> 0) conductivity
     for _i < steps do step conductivity temperature

-- How a loop is differentiated can be chosen; the gradient is the same. Reverse mode has to go back
-- through the steps, so it needs the temperatures before each. Without advice all of them are kept.
-- `#[stripmine(2)]` cuts the loop into stretches, keeps the state between those only, and simulates
-- each stretch again when its turn comes: memory for about 2 * sqrt 1000 states, for twice the time.
def simulate_stripmined (logs: [parts]f64) : [cells]f64 =
  let conductivity = materials logs
  in #[stripmine(2)]
     loop temperature = map (\_ -> 0) conductivity
     for _i < steps do step conductivity temperature

-- The same by hand: 25 times 40 steps, of which only the 25 states at the beginning are kept.
def simulate_checkpointed (logs: [parts]f64) : [cells]f64 =
  let conductivity = materials logs
  let stretch (c: [cells]f64, start: [cells]f64) : ([cells]f64, [cells]f64) =
    (c, loop temperature = start for _i < 40i32 do step c temperature)
  let (_, end) =
    loop state = (conductivity, map (\_ -> 0) conductivity)
    for _i < 25i32 do checkpoint stretch state
  in end

-- | How far a simulated measurement is off.
def misfit [n] (measured: [n]f64) (simulated: [n]f64) : f64 =
  f64.sum (map2 (\a b -> (a - b) * (a - b)) measured simulated)

def first_guess : [parts]f64 = replicate parts (f64.log 0.2)

-- The gradient at the first guess, for all three ways to keep states.
-- ==
-- entry: gradients
-- input @ heat.in
-- output {
--   [[-0.26454, 0.144196, 0.03073, -0.005107],
--    [-0.26454, 0.144196, 0.03073, -0.005107],
--    [-0.26454, 0.144196, 0.03073, -0.005107]]
-- }
entry gradients (measured: [cells]f64) : [3][parts]f64 =
  [ vjp (\logs -> misfit measured (simulate logs)) first_guess 1
  , vjp (\logs -> misfit measured (simulate_stripmined logs)) first_guess 1
  , vjp (\logs -> misfit measured (simulate_checkpointed logs)) first_guess 1
  ]

-- 300 steps of Adam. The measurement was made with the conductivities 0.3, 0.1, 0.25 and 0.15.
-- ==
-- entry: main
-- input @ heat.in
-- output { [0.3, 0.1, 0.25, 0.15] }
entry main (measured: [cells]f64) : [parts]f64 =
  let options = optimise.adam_options with rate = 0.2 with steps = 300
  in map f64.exp (optimise.adam options (\logs -> misfit measured (simulate logs)) first_guess)
