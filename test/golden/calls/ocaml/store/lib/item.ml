open Money

type kind = Book | Food of { fresh : bool }

type t = { name : string; price : Money.t; kind : kind }

let make ?(kind = Book) name cents = { name = normalize name; price = of_cents cents; kind }

let rec repeat n item = if n = 0 then [] else item :: repeat (n - 1) item

let tax = function
  | { kind = Food { fresh }; price; _ } when fresh -> low price
  | { price; _ } -> high price

let total item =
  let tax = tax item in
  item.price +! tax

let describe { name; price; _ } = name ^ " " ^ to_string price
