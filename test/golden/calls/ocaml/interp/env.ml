module M = Map.Make (String)

type 'a t = 'a M.t

exception Unbound of string

let empty = M.empty

let unbound name = raise (Unbound name)

let lookup env name =
  match M.find_opt name env with
  | Some v -> v
  | None -> unbound name

let normalize name = String.lowercase_ascii name

let extend env name value = M.add (normalize name) value env
