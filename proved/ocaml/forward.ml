(* The pass ahead of the check, record by record from the start: for each record of later levels and
   each finished game, a record and a move that lead there, and for a record of the certificate the
   moves from there to it. All of these are hints for the check. *)
open Checker
open Container
open Levels

exception Fails of string

type t = { art : Levels.t; cert : Levels.t option; certified : int; scope : scope; bound : int;
  ends : Ends.t Array.t }                                          (* by level *)

let make art cert certified scope =
  { art; cert; certified; scope; bound = Games.of_z art.game.rules.bound;
    ends = Array.init (art.game.highest + 1) (fun _ -> Ends.make ()) }

let board x : board = Obj.obj x
let moves t b = t.art.game.game.moves (Obj.repr b)
let over t b = t.art.game.rules.over b
let worth s v = if s then - v else v

(* Record [i] leads to [c] by its move [k] and gives it the role lower if [lower], else upper. *)
let lead t i k lower c =
  let b = board c in
  if over t c then begin
    if t.art.game.counts && t.art.game.rules.keep c then
      Ends.add t.ends.(b.stones) b ((i lsl 9) lor (k lsl 1) lor Bool.to_int lower)
  end else begin
    let j = find t.art b in
    if j <> none then begin
      let l = loaded t.art j in
      (if lower then l.opt_parent else l.free_parent).{j - l.first} <- (i lsl 8) lor k
    end
  end

(* The finished games of a level are those that the index counts. All parents have been seen. *)
let check_finished t level stated =
  let count = t.ends.(level).n in
  if count <> stated then raise (Fails (Printf.sprintf
    "artifact: level %d: expected %d positions in which the game is over, found %d"
    level count stated))

(* The move ([s], [c]) must be worth at most [v] because of the record [by], from which [path] leads
   here, the last move first. *)
let rec claim t by path s c v =
  let b = board c in
  if t.bound <= v || over t c || b.stones > t.certified || find t.art b <> none then () else
  match t.cert with
  | Some cert when s ->
    let j = find cert b in
    if j <> none then begin
      let l = loaded cert j in
      let j = j - l.first in
      if l.needed.{j} < - v then begin
        l.needed.{j} <- - v; l.needed_by.{j} <- by; l.path.{j} <- Levels.path_number path
      end
    end
  | Some _ -> List.iteri (fun k (s, c) -> claim t by (k :: path) s c v) (moves t b)
  | None -> ()

let pass_record t i =
  let m = meta t.art i in
  let opt = m land 1 = 1 and free = m land 2 = 2 and stored = move m and v = value m in
  List.iteri (fun k (s, c) ->
    let best = opt && k = stored in
    match t.scope with
    | Weak ->
      (* A record with one role has the strongest bound: its parent is the one that demands it. *)
      let demand lower v =
        if v < t.bound then begin
          let j = if over t c then none else find t.art (board c) in
          let exact = j = none || (let m = meta t.art j in
            roles m = 3 || worth lower (value m) = v) in
          if exact then lead t i k lower c
        end in
      if free then demand s v;
      if best then demand (not s) (- v)
    | SemiStrong | Strong ->
      let all = t.scope = Strong in
      let lower = all || (if s then free else best) and upper = all || (if s then best else free) in
      if lower then lead t i k true c;
      if upper then lead t i k false c;
      if not (lower || upper) then claim t (i lsl 1) [k] s c (if k < stored then v - 1 else v))
    (moves t (at t.art i))

let pass_reply t cert j =
  match t.art.game.rules.child (Obj.repr (at cert j)) (nat (move (meta cert j))) with
  | Some (s, d) -> claim t ((j lsl 1) lor 1) [] (not s) d (- value (meta cert j))
  | None -> ()

let pass t of_certificate lo hi =
  for i = lo to hi - 1 do
    if of_certificate then pass_reply t (Option.get t.cert) i else pass_record t i
  done
