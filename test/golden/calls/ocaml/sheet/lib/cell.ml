type t = { row : int; col : int }

let make row col = { row; col }

let letter n = String.make 1 (Char.chr (n + 65))

let to_string { row; col } = letter col ^ string_of_int row

let of_string text =
  let col = Char.code text.[0] - 65 in
  make (int_of_string (String.sub text 1 (String.length text - 1))) col

let compare a b = Stdlib.compare (a.row, a.col) (b.row, b.col)

module Map = Map.Make (struct
  type nonrec t = t

  let compare = compare
end)
