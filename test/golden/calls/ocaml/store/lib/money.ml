type t = int

let zero = 0
let of_cents c = check c
and check c = if c < 0 then invalid_arg "negative" else c

let add a b = a + b
let ( +! ) = add
let scale n t = n * t

let to_string t = Printf.sprintf "%d.%02d" (whole t) (cents t)
and whole t = t / 100
and cents t = t mod 100

module Infix = struct
  let ( ++ ) a b = add a b
end
