open Shop
module C = Cart.Default

let parse line =
  match String.split_on_char ' ' line with
  | [ name; cents ] -> Some (Item.make name (int_of_string cents))
  | _ -> None

let show item = print_endline (Item.describe item)

let read () =
  let rec loop acc =
    match input_line stdin with
    | line -> loop (Option.fold ~none:acc ~some:(fun i -> i :: acc) (parse line))
    | exception End_of_file -> List.rev acc
  in
  loop []

let run ~items =
  let cart = C.create () in
  C.listen cart show;
  let cart = List.fold_left C.add cart items in
  let printer = new Cart.stdout_printer in
  printer#print items;
  Money.to_string @@ C.total cart

let () =
  let items = read () in
  print_endline (run ~items)
