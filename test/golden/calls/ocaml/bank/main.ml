open Bank

let build () =
  let bank = Default.empty () in
  Default.add bank (Account.create 10.) |> fun b -> Default.add b (Account.create ~kind:(Account.Savings 0.1) 5.)

let report bank =
  let t = Default.total bank in
  Printf.printf "%f\n" t

let each f xs = List.iter f xs

let twice f x = f (f x)

let succ2 n = n + 2

let () =
  let bank = build () in
  (match Default.transfer bank 1 2 3. with
   | Ok () -> report bank
   | Error e -> prerr_endline e);
  let o = new loud "x" in
  o#notify "hi";
  print_int (twice succ2 3);
  bank |> report
