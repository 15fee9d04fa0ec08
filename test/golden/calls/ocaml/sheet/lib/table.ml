open Expr

module type STORE = sig
  type 'a t

  val create : unit -> 'a t
  val set : 'a t -> Cell.t -> 'a -> unit
  val get : 'a t -> Cell.t -> 'a option
end

module Hash_store : STORE = struct
  type 'a t = (string, 'a) Hashtbl.t

  let create () = Hashtbl.create 16
  let key = Cell.to_string
  let set t cell x = Hashtbl.replace t (key cell) x
  let get t cell = Hashtbl.find_opt t (key cell)
end

module Make (S : STORE) = struct
  type t = { cells : Expr.t S.t; mutable listeners : (Cell.t -> unit) list }

  let create () = { cells = S.create (); listeners = [] }
  let on_change t f = t.listeners <- f :: t.listeners
  let notify t cell = List.iter (fun f -> f cell) t.listeners

  let set t cell expr =
    S.set t.cells cell expr;
    notify t cell

  let rec value t cell =
    match S.get t.cells cell with
    | None -> 0.
    | Some expr -> eval (value t) expr

  let dependents t cell = refs (Option.value ~default:(Num 0.) (S.get t.cells cell))
end

module Default = Make (Hash_store)

class log prefix =
  object (self)
    val mutable lines = []
    method add line = lines <- self#decorate line :: lines
    method private decorate line = prefix ^ line
    method dump = List.iter print_endline lines
  end
