type 'a t = string -> ('a * string) option

let return x input = Some (x, input)

let ( >>= ) p f input =
  match p input with None -> None | Some (x, rest) -> f x rest

let ( <|> ) p q input = match p input with None -> q input | found -> found

let ( let* ) = ( >>= )

let satisfy f input =
  if input <> "" && f input.[0] then
    Some (input.[0], String.sub input 1 (String.length input - 1))
  else None

let is_digit c = c >= '0' && c <= '9'

let digit = satisfy is_digit

let char c = satisfy (( = ) c)

let rec many p =
  (let* x = p in
   let* xs = many p in
   return (x :: xs))
  <|> return []

let number =
  let* digits = many digit in
  return (Expr.Num (to_float digits))

and to_float digits = float_of_string (String.of_seq (List.to_seq digits))

let rec expr input =
  (let* a = number in
   let* _ = char '+' in
   let* b = expr in
   return (Expr.Bin (Expr.Add, a, b)))
    input

let parse text = match expr text with Some (e, "") -> Ok e | _ -> Error text
