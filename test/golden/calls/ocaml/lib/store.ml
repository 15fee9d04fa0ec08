module type STORE = sig
  type t

  val empty : unit -> t
  val put : t -> Order.t -> t
end

module Memory : STORE = struct
  type t = Order.t list

  let key (o : Order.t) = o.id
  let empty () = []
  let put t o = ignore (key o); o :: t
end

module Make (S : STORE) = struct
  let fill orders = List.fold_left S.put (S.empty ()) orders
end

module Default = Make (Memory)
