(* Trusted: the primitive integers of Coq are those of OCaml on a 64-bit machine. *)
type t = int
let [@inline] of_int (i : int) : t = i
let [@inline] equal (x : t) (y : t) = x = y
let [@inline] lt (x : t) (y : t) = (x lxor min_int) < (y lxor min_int)
let [@inline] le (x : t) (y : t) = (x lxor min_int) <= (y lxor min_int)
let [@inline] add (x : t) (y : t) = x + y
let [@inline] sub (x : t) (y : t) = x - y
let [@inline] mul (x : t) (y : t) = x * y
let [@inline] l_and (x : t) (y : t) = x land y
let [@inline] l_or (x : t) (y : t) = x lor y
let [@inline] l_xor (x : t) (y : t) = x lxor y
let [@inline] l_sl (x : t) (y : t) = if 0 <= y && y < 63 then x lsl y else 0
let [@inline] l_sr (x : t) (y : t) = if 0 <= y && y < 63 then x lsr y else 0
