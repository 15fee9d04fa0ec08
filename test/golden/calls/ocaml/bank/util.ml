exception Negative

let check_positive x = if x < 0. then raise Negative

let ( let* ) r f = Result.bind r f

let ( |>> ) x f = f x; x

module Text = struct
  let pad n s = String.make n ' ' ^ s
  let line s = pad 2 s ^ "\n"
end

let rec fold f acc = function
  | [] -> acc
  | x :: xs -> fold f (f acc x) xs
