type fn = int list -> int

let mul a b = a * b
let sum args = List.fold_left ( + ) 0 args
let product args = List.fold_left mul 1 args

let table : (string * fn) list = [ ("sum", sum); ("product", product) ]

let find name = List.assoc name table

module type PRINTER = sig
  val print : int -> unit
end

module Plain = struct
  let print n = print_endline (string_of_int n)
end

module Fancy : PRINTER = struct
  let decorate s = "<" ^ s ^ ">"
  let print n = print_endline (decorate (string_of_int n))
end

let printer name : (module PRINTER) =
  if name = "fancy" then (module Fancy) else (module Plain)
