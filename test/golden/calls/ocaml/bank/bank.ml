module type LOGGER = sig
  val log : string -> unit
  val flush : unit -> unit
end

module Stdout_logger : LOGGER = struct
  let log s = print_string (Util.Text.line s)
  let flush () = flush_all ()
end

module Make (L : LOGGER) = struct
  type t = { mutable accounts : Account.t list }

  let empty () = { accounts = [] }

  let add bank account =
    bank.accounts <- account :: bank.accounts;
    L.log "added";
    bank

  let find bank id = List.find_opt (fun (a : Account.t) -> a.id = id) bank.accounts

  let rec transfer bank a b amount =
    let open Util in
    let* source = require (find bank a) in
    let* source = Account.withdraw source amount in
    Account.deposit source amount;
    ignore (find bank b);
    L.flush ();
    Ok ()

  and require = function Some x -> Ok x | None -> Error "missing"

  let rec total bank = Util.fold sum 0. bank.accounts

  and sum acc (a : Account.t) = acc +. a.balance
end

module Default = Make (Stdout_logger)

class observer name = object (self)
  method notify msg = self#print (name ^ msg)
  method private print s = print_endline (Util.Text.pad 1 s)
end

class loud name = object
  inherit observer name as super
  method! notify msg = super#notify (String.uppercase_ascii msg)
end
