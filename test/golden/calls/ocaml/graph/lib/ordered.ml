module type S = sig
  type t
  val compare : t -> t -> int
  val to_string : t -> string
end

module Int_key = struct
  type t = int
  let sign n = if n < 0 then -1 else if n > 0 then 1 else 0
  let compare a b = sign (a - b)
  let to_string = string_of_int
end

module Name_key = struct
  type t = string
  let clean s = String.trim s
  let compare a b = String.compare (clean a) (clean b)
  let to_string s = clean s
end
