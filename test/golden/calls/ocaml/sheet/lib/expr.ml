type t =
  | Num of float
  | Ref of Cell.t
  | Bin of op * t * t
  | Call of string * t list

and op = Add | Mul

exception Unknown of string

let apply = function Add -> ( +. ) | Mul -> ( *. )

let sum = List.fold_left ( +. ) 0.

let functions = [ ("sum", sum); ("max", List.fold_left max neg_infinity) ]

let lookup name =
  match List.assoc_opt name functions with
  | Some f -> f
  | None -> raise (Unknown name)

let rec eval env expr =
  match expr with
  | Num n -> n
  | Ref cell -> env cell
  | Bin (op, a, b) -> apply op (eval env a) (eval env b)
  | Call (name, args) -> lookup name (List.map (eval env) args)

let rec refs = function
  | Num _ -> []
  | Ref cell -> [ cell ]
  | Bin (_, a, b) -> refs a @ refs b
  | Call (_, args) -> List.concat_map refs args

let rec pp = function
  | Num n -> string_of_float n
  | Ref cell -> Cell.to_string cell
  | Bin (op, a, b) -> pp a ^ symbol op ^ pp b
  | Call (name, args) -> name ^ parens (String.concat "," (List.map pp args))

and symbol = function Add -> "+" | Mul -> "*"

and parens text = "(" ^ text ^ ")"
