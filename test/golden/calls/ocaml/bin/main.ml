open Money
open Order

let show order = print_endline (render (Order.total order))

let () =
  let order = create 1 in
  let order = Order.add order { name = "pen"; price = Money.make 5 } in
  show order;
  let c = new counter in
  c#incr;
  List.iter show [ order ];
  each show [ order ];
  let _ = Rate.twice (Money.Rate.of_int 1) in
  [ order ] |> Store.Default.fill |> ignore
