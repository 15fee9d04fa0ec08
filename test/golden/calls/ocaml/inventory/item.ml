type t = { name : string; price : float; qty : int }

exception Invalid of string

let validate t = if t.qty < 0 then raise (Invalid t.name) else t

let make name price qty = validate { name; price; qty }

let total t = t.price *. float_of_int t.qty

let to_string t = Printf.sprintf "%s %s" t.name (Money.format (total t))

let compare a b = String.compare a.name b.name
