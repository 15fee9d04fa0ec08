type expr =
  | Int of int
  | Var of string
  | Add of expr * expr
  | Let of string * expr * expr
  | Call of string * expr list

let rec size = function
  | Int _ | Var _ -> 1
  | Add (a, b) -> size a + size b
  | Let (_, a, b) -> node [ a; b ]
  | Call (_, args) -> node args

and node children = List.fold_left (fn_add) 1 children

and fn_add acc e = acc + size e

let is_leaf e = size e = 1
