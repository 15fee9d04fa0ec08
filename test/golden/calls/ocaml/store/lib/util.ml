let normalize s = String.lowercase_ascii s
let low p = Money.scale 5 p
let high p =
  let open Money.Infix in
  low p ++ Money.scale 10 p
