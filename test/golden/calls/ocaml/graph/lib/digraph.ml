open Ordered

module type GRAPH = sig
  type key
  type t
  val empty : t
  val add_edge : key -> key -> t -> t
  val successors : key -> t -> key list
  val show : t -> string
end

module Make (Key : S) : GRAPH with type key = Key.t = struct
  type key = Key.t
  module M = Map.Make (Key)
  type t = key list M.t

  let empty = M.empty

  let successors key graph =
    match M.find_opt key graph with
    | Some list -> list
    | None -> []

  let insert key list =
    if List.exists (fun other -> Key.compare key other = 0) list then list
    else key :: list

  let add_edge a b graph =
    M.add a (insert b (successors a graph)) graph

  let show_edge a b = Key.to_string a ^ " -> " ^ Key.to_string b

  let show graph =
    M.fold (fun a list acc -> List.map (show_edge a) list @ acc) graph []
    |> String.concat "\n"
end

module Ints = Make (Int_key)
