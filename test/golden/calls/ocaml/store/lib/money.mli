type t
val zero : t
val of_cents : int -> t
val add : t -> t -> t
val ( +! ) : t -> t -> t
val scale : int -> t -> t
val to_string : t -> string
module Infix : sig
  val ( ++ ) : t -> t -> t
end
