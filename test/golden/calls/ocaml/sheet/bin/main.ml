open Sheet
module T = Table.Default

let log = new Table.log "> "

let report cell = log#add (Cell.to_string cell)

let fill table =
  let set name expr = T.set table (Cell.of_string name) expr in
  set "A1" (Expr.Num 2.);
  "1+2" |> Parser.parse |> Result.iter (set "B1")

let show table cell = Printf.printf "%s\n" (Expr.pp (Expr.Ref cell)) |> fun () -> T.value table cell

let () =
  let table = T.create () in
  T.on_change table report;
  fill table;
  let corner = Cell.make 1 0 in
  ignore (show table corner);
  List.iter report (T.dependents table corner);
  log#dump
