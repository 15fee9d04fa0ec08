type t
exception Invalid of string
val make : string -> float -> int -> t
val total : t -> float
val to_string : t -> string
val compare : t -> t -> int
