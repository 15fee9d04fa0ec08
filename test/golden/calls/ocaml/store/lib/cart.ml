module StringMap = Map.Make (String)

module type STORE = sig
  type t
  val empty : t
  val put : string -> Item.t -> t -> t
  val all : t -> Item.t list
end

module Mem : STORE = struct
  type t = Item.t StringMap.t
  let empty = StringMap.empty
  let put key item t = StringMap.add (clean key) item t
  and clean key = String.trim key
  let all t = StringMap.bindings t |> List.map snd
end

module Make (S : STORE) = struct
  type cart = { store : S.t; mutable listeners : (Item.t -> unit) list }

  let create () = { store = S.empty; listeners = [] }

  let notify cart item = List.iter (fun f -> f item) cart.listeners

  let add cart item =
    notify cart item;
    { cart with store = S.put item.Item.name item cart.store }

  let total cart =
    S.all cart.store
    |> List.map Item.total
    |> List.fold_left Money.add Money.zero

  let listen cart f = cart.listeners <- f :: cart.listeners
end

module Default = Make (Mem)

class virtual printer = object (self)
  method virtual line : string -> unit
  method print items = List.iter (fun i -> self#line (Item.describe i)) items
end

class stdout_printer = object
  inherit printer as super
  val mutable lines = 0
  method line text = print_endline text
  method! print items = super#print items; lines <- lines + 1
end
