(* The pass ahead of the check, record by record from the start: a parent for each record of the
   next level, the finished games of the region, and what the records of the certificate are needed
   for. Parents are hints. The rest is what the format promises beside the truth of the records, and
   is checked here without a proof. *)
open Checker
open Container
open Levels

exception Fails of string

type t = { art : Levels.t; cert : Levels.t option; certified : int; strong : bool; bound : int;
  finished : (int, Key.t list ref * int ref) Hashtbl.t }   (* keys by level *)

let make art cert certified strong =
  { art; cert; certified; strong; bound = Games.of_z art.game.rules.bound;
    finished = Hashtbl.create 64 }

let board x : board = Obj.obj x
let moves t b = t.art.game.game.moves (Obj.repr b)
let over t b = t.art.game.rules.over b
let worth s v = if s then - v else v

let finish t (b : board) =
  if t.art.game.counts && t.art.game.rules.keep (Obj.repr b) then begin
    let keys, _ = match Hashtbl.find_opt t.finished b.stones with
      | Some x -> x
      | None -> let x = ref [], ref 0 in Hashtbl.add t.finished b.stones x; x in
    keys := t.art.game.key b :: !keys
  end

(* The finished games of a level are those that the index counts. All parents have been seen. *)
let check_finished t level stated =
  let keys = match Hashtbl.find_opt t.finished level with Some (keys, _) -> !keys | None -> [] in
  let count = List.length (List.sort_uniq compare keys) in
  Hashtbl.remove t.finished level;
  if count <> stated then raise (Fails (Printf.sprintf
    "artifact: level %d: expected %d positions in which the game is over, found %d"
    level count stated))

(* The claim that the move ([s], [c]) is worth at most [v], as the checker decides it. *)
let rec claim t s c v =
  let b = board c in
  if t.bound <= v || over t c || find t.art b <> none || b.stones > t.certified then () else
  match t.cert with
  | Some cert when s ->
    let j = find cert b in
    if j <> none then begin
      let l = loaded cert j in
      if l.needed.{j - l.first} < - v then l.needed.{j - l.first} <- - v
    end
  | Some _ -> List.iter (fun (s, c) -> claim t s c v) (moves t b)
  | None -> ()

let pass_record t i =
  let m = meta t.art i in
  let opt = m land 1 = 1 and free = m land 2 = 2 and stored = move m and v = value m in
  List.iteri (fun k (s, c) ->
    let best = opt && k = stored in
    let need_opt = t.strong || (if s then free else best) in
    let need_free = t.strong || (if s then best else free) in
    if over t c then (if need_opt || need_free then finish t (board c))
    else if need_opt || need_free then begin
      let j = find t.art (board c) in
      if j <> none then begin
        let l = loaded t.art j in
        if need_opt then l.opt_parent.{j - l.first} <- (i lsl 8) lor k;
        if need_free then l.free_parent.{j - l.first} <- (i lsl 8) lor k
      end
    end else claim t s c (if k < stored then v - 1 else v)) (moves t (at t.art i))

(* Each record of the certificate states the strongest bound that others need. *)
let check_needed cert (l : loaded) =
  for i = 0 to l.n - 1 do
    let m = meta cert (l.first + i) and need = l.needed.{i} in
    let fail problem =
      let b = at cert (l.first + i) in
      raise (Fails (Printf.sprintf "certificate: level %d, key %s, position %s: %s" l.level
        (Key.show (cert.game.key b)) (cert.game.show b) problem)) in
    if need = unneeded then fail "expected no record: nothing rests on this one";
    if roles m <> 1 then fail "expected its record to be lower";
    if value m <> need then
      fail (Printf.sprintf "expected the bound that is needed, at least %+d, found %+d"
        need (value m))
  done

let pass_reply t cert j =
  match t.art.game.rules.child (Obj.repr (at cert j)) (nat (move (meta cert j))) with
  | Some (s, d) -> claim t (not s) d (- value (meta cert j))
  | None -> ()

let pass t of_certificate lo hi =
  for i = lo to hi - 1 do
    if of_certificate then pass_reply t (Option.get t.cert) i else pass_record t i
  done

let check_level t level =
  match t.cert with
  | Some { places; _ } ->
    (match places.(level) with Here l -> check_needed (Option.get t.cert) l | Absent | Away -> ())
  | None -> ()
