type t = { cents : int }

let scale = 100
let clamp c = max 0 c
let make cents = { cents = clamp cents }
let zero = make 0
let add a b = make (a.cents + b.cents)
let ( ++ ) a b = add a b
let render m = Printf.sprintf "%d" (m.cents / scale)

module Rate = struct
  let of_int n = make n
  let twice m = add m m
end
