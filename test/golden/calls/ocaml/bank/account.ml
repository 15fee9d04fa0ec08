type kind = Checking | Savings of float

type t = {
  id : int;
  kind : kind;
  mutable balance : float;
}

let next_id =
  let counter = ref 0 in
  fun () ->
    incr counter;
    !counter

let create ?(kind = Checking) balance = { id = next_id (); kind; balance }

let rate_fee r t = r *. t.balance

let fee t = match t.kind with Checking -> 1.0 | Savings r -> rate_fee r t

let deposit t amount =
  Util.check_positive amount;
  t.balance <- t.balance +. amount

let rec withdraw t amount =
  let total = amount +. fee t in
  if total > t.balance then Error (insufficient t)
  else begin
    t.balance <- t.balance -. total;
    Ok t
  end

and insufficient t = Printf.sprintf "account %d" t.id
