open Printf
module M = Money

type line = { name : string; price : Money.t }
type t = { id : int; lines : line list }

let create id = { id; lines = [] }

let validate line = if String.length line.name = 0 then invalid_arg "name"

let add t line =
  validate line;
  { t with lines = line :: t.lines }

let total t =
  let sum acc line = M.add acc line.price in
  List.fold_left sum M.zero t.lines

let names t = List.map (fun l -> trim l.name) t.lines
and trim s = String.trim s

let rec each f = function
  | [] -> ()
  | x :: rest -> f x; each f rest

class counter =
  object (self)
    val mutable count = 0
    method incr = count <- count + 1; self#check
    method check = assert (count >= 0)
  end
