type t

val make : int -> t
val zero : t
val add : t -> t -> t
val ( ++ ) : t -> t -> t
val render : t -> string

module Rate : sig
  val of_int : int -> t
  val twice : t -> t
end
