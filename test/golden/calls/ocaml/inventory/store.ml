open Item

module type BACKEND = sig
  type t
  val create : unit -> t
  val save : t -> Item.t -> unit
  val load : t -> Item.t list
end

module Memory : BACKEND = struct
  type t = Item.t list ref
  let create () = ref []
  let insert item items = item :: items
  let save t item = t := insert item !t
  let load t = !t
end

module Make (B : BACKEND) = struct
  type store = { backend : B.t; mutable log : string list }

  let create () = { backend = B.create (); log = [] }

  let note store text = store.log <- text :: store.log

  let add store item =
    note store (to_string item);
    B.save store.backend item

  let value store =
    B.load store.backend |> List.map Item.total |> Money.sum

  let iter f store = List.iter f (B.load store.backend)
end

module Default = Make (Memory)

class virtual reporter = object (self)
  method virtual emit : string -> unit
  method report items = List.iter (fun i -> self#line (Item.to_string i)) items
  method private line s = self#emit s
end

class console = object
  inherit reporter
  method emit s = print_endline s
end
