let round x = Float.round (x *. 100.) /. 100.

let format x = Printf.sprintf "%.2f" (round x)

let ( +! ) a b = round (a +. b)

let rec sum = function
  | [] -> 0.
  | x :: rest -> x +! sum rest
