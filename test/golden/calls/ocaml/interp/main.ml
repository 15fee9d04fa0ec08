let parse s = Ast.Int (int_of_string s)

let ( >>= ) o f = Option.bind o f

let read () = try Some (input_line stdin) with End_of_file -> None

let handle line =
  let e = parse line |> Eval.optimize in
  Eval.run_with (Builtins.printer "fancy") e;
  Builtins.Plain.print (Eval.eval Env.empty e);
  let c = new Eval.counter in
  c#run e;
  Some e

let iter_lines f lines = List.iter (fun l -> f l) lines

let describe line = ignore (handle line)

let main () =
  let _ = read () >>= handle in
  iter_lines describe [ "1" ]

let () = main ()
