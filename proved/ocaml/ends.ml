(* The finished games of a level, and hints: for each a record and move that lead there. *)
open Checker
open Container

type t = { mutable n : int; mutable data : column;       (* mover, both, hint *)
  mutable slots : column; mutable mask : int }

let make () = { n = 0; data = column 3; slots = column 1; mask = 0 }

let hash mover both =
  let x = (mover * 0x1E3779B97F4A7C15) lxor (both * 0x3F58476D1CE4E5B9) in
  ((x lxor (x lsr 29)) * 0x14D049BB133111EB) lsr 8

(* Where the board is in [slots], or would be. *)
let rec slot t mover both h =
  let i = t.slots.{h} - 1 in
  if i < 0 || t.data.{3 * i} = mover && t.data.{3 * i + 1} = both then h
  else slot t mover both ((h + 1) land t.mask)
let place t mover both = slot t mover both (hash mover both land t.mask)

let grow t =
  let size = max 16 (2 * (t.mask + 1)) in
  let data = column (3 * size) in
  Bigarray.Array1.(blit (sub t.data 0 (3 * t.n)) (sub data 0 (3 * t.n)));
  t.data <- data; t.slots <- column size; t.mask <- size - 1;
  for i = 0 to t.n - 1 do t.slots.{place t data.{3 * i} data.{3 * i + 1}} <- i + 1 done

let add t (b : board) hint =
  if 2 * t.n >= t.mask then grow t;
  let h = place t b.mover b.both in
  if t.slots.{h} = 0 then begin
    let o = 3 * t.n in
    t.data.{o} <- b.mover; t.data.{o + 1} <- b.both; t.data.{o + 2} <- hint;
    t.n <- t.n + 1; t.slots.{h} <- t.n
  end

(* Its number; [max_int] if it is not there. *)
let find t (b : board) =
  let i = t.slots.{place t b.mover b.both} - 1 in if i < 0 then max_int else i
let at t level i : board =
  if i >= t.n then failwith "a finished game that was not found"
  else { mover = t.data.{3 * i}; both = t.data.{3 * i + 1}; stones = level }
let hint t i = t.data.{3 * i + 2}
