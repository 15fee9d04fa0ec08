module S = Store.Default

let apply f x = f x

let print_item item = print_endline (Item.to_string item)

let cleanup _store = ()

let with_store f =
  let store = S.create () in
  let finally () = cleanup store in
  Fun.protect ~finally (fun () -> f store)

let seed store =
  let open Item in
  S.add store (make "pen" 1.5 10);
  S.add store (make "ink" 3.0 2)

let show store =
  S.iter print_item store;
  let total = S.value store in
  print_endline Money.(format total)

let report items =
  let c = new Store.console in
  c#report items

let () =
  with_store seed;
  with_store show;
  apply report []
