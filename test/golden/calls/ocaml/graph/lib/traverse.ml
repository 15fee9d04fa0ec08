module Walk (G : Digraph.GRAPH) = struct
  let rec dfs graph seen key =
    if List.mem key seen then seen
    else List.fold_left (dfs graph) (key :: seen) (G.successors key graph)

  and reachable graph key = dfs graph [] key |> List.rev

  let count graph key = List.length (reachable graph key)
end

class virtual ['a] visitor = object (self)
  method virtual visit : 'a -> unit
  method visit_all list = List.iter self#visit list
end

class counter = object (self)
  inherit [int] visitor
  val mutable n = 0
  method visit _ = self#bump
  method private bump = n <- n + 1
  method count = n
end

let ( >>| ) list f = List.map f list

let default_limit = 10

let take ?(limit = default_limit) list =
  let rec go n = function
    | [] -> []
    | _ when n = 0 -> []
    | x :: rest -> x :: go (n - 1) rest
  in
  go limit list
