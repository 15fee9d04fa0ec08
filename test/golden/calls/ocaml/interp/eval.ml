open Ast

let rec eval env expr =
  match expr with
  | Int n -> n
  | Var x -> Env.lookup env x
  | Add (a, b) -> eval env a + eval env b
  | Let (x, v, body) ->
    let v = eval env v in
    eval (Env.extend env x v) body
  | Call (f, args) -> call f (List.map (eval env) args)

and call name args =
  let f = Builtins.find name in
  f args

class counter = object (self)
  val mutable n = 0
  method incr = n <- n + 1
  method run e =
    self#incr;
    self#log (eval Env.empty e)
  method log v = ignore v
end

let run_with (module P : Builtins.PRINTER) expr = P.print (eval Env.empty expr)

let rec optimize e = if Ast.is_leaf e then e else simplify e
and simplify e = e
