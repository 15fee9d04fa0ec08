open Lib
module G = Digraph.Ints
module W = Traverse.Walk (G)
module Names = Digraph.Make (Ordered.Name_key)

let build pairs =
  List.fold_left (fun g (a, b) -> G.add_edge a b g) G.empty pairs

let print_all list =
  let open Traverse in
  take list >>| string_of_int |> List.iter print_endline

let names () =
  Names.(add_edge "a" "b" empty |> show)

let visit list =
  let c = new Traverse.counter in
  c#visit_all list;
  c#count

let () =
  let g = build [ (1, 2); (2, 3) ] in
  print_all (W.reachable g 1);
  Printf.printf "%d %d\n" (W.count g 1) (visit [ 1; 2 ]);
  print_endline (names ());
  print_endline (G.show g)
