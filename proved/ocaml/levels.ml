(* The levels of a file that are in memory, where a position is stored, and hints. Nothing here
   needs trust: the checker compares whole positions, and the writer the bytes of the file. *)
open Checker
open Container

type loaded = { level : int; first : int; n : int; mover : column; both : column; metas : column;
  slots : column; mask : int;
  opt_parent : column; free_parent : column;  (* 256 times a record that leads here, and its move *)
  needed : column }                           (* the strongest bound needed, or [unneeded] *)
type place = Absent | Away | Here of loaded
type t = { file : file; game : Games.t; places : place Array.t; mutable recent : loaded list }

let unneeded = min_int
let none = max_int

let make file (game : Games.t) =
  let places = Array.make (game.highest + 1) Absent in
  Array.iter (fun (l : level) -> if l.records > 0 then places.(l.level) <- Away) file.levels;
  { file; game; places; recent = [] }

let [@inline] hash mover both =
  let x = (mover * 0x1E3779B97F4A7C15) lxor (both * 0x3F58476D1CE4E5B9) in
  ((x lxor (x lsr 29)) * 0x14D049BB133111EB) lsr 8

let load t level =
  if level <= t.game.highest && t.places.(level) = Away then begin
    let is_it (l : Container.level) = l.level = level in
    let l = List.find is_it (Array.to_list t.file.levels) in
    let mover, both, metas = read_level t.file l ~unpack:t.game.unpack ~pack:t.game.pack in
    let size = ref 16 in
    while !size < 2 * l.records do size := 2 * !size done;
    let slots = column !size and mask = !size - 1 in
    for i = 0 to l.records - 1 do
      let h = ref (hash mover.{i} both.{i} land mask) in
      while slots.{!h} <> 0 do h := (!h + 1) land mask done;
      slots.{!h} <- i + 1
    done;
    let parents = if t.file.header.kind = 1 then l.records else 0 in
    let needed = column (if t.file.header.kind = 1 then 0 else l.records) in
    Bigarray.Array1.fill needed unneeded;
    let opt_parent = column parents and free_parent = column parents in
    List.iter (fun c -> Bigarray.Array1.fill c (-1)) [opt_parent; free_parent];
    let l = { level; first = l.first_record; n = l.records; mover; both; metas; slots; mask;
      opt_parent; free_parent; needed } in
    t.places.(level) <- Here l;
    t.recent <- l :: t.recent
  end

let unload t level =
  if level >= 0 && level <= t.game.highest then match t.places.(level) with
  | Here l -> t.places.(level) <- Away; t.recent <- List.filter (fun k -> k != l) t.recent
  | Absent | Away -> ()

(* A claim goes through passes to levels that are not loaded yet. *)
let rec find t (b : board) =
  if b.stones < 0 || b.stones > t.game.highest then none else
  match t.places.(b.stones) with
  | Absent -> none
  | Away -> load t b.stones; find t b
  | Here l ->
    let h = ref (hash b.mover b.both land l.mask) and found = ref none in
    (try while true do
      let i = l.slots.{!h} - 1 in
      if i < 0 then raise_notrace Exit;
      if l.mover.{i} = b.mover && l.both.{i} = b.both then begin
        found := l.first + i; raise_notrace Exit
      end;
      h := (!h + 1) land l.mask
    done with Exit -> ());
    !found

let rec holder i = function
  | l :: rest -> if i >= l.first && i < l.first + l.n then l else holder i rest
  | [] -> failwith "a record that is not in memory"
let [@inline] loaded t i = holder i t.recent
let at t i : board =
  let l = loaded t i in
  { mover = l.mover.{i - l.first}; both = l.both.{i - l.first}; stones = l.level }
let meta t i = let l = loaded t i in l.metas.{i - l.first}

let zs = Array.init 1024 (fun i -> Games.z (i - 512))
let z v = if abs v < 512 then zs.(v + 512) else Games.z v
let nat = let nats = Array.init 65536 (fun _ -> O) in
  for i = 1 to 65535 do nats.(i) <- S nats.(i - 1) done;
  fun i -> nats.(i)

let parent column i =
  let h = column.{i} in (if h < 0 then none else h lsr 8), nat (h land 255)

let files art cert : 'pos files = {
  n_art = art.file.total; at_art = (fun i -> Obj.repr (at art i));
  entry_at = (fun i -> let m = meta art i in
    { opt = m land 1 = 1; free = m land 2 = 2; val0 = z (value m); move = nat (move m) });
  find_art = (fun b -> find art (Obj.obj b));
  n_cert = (match cert with Some c -> c.file.total | None -> 0);
  at_cert = (fun i -> Obj.repr (at (Option.get cert) i));
  least_at = (fun i -> z (value (meta (Option.get cert) i)));
  reply_at = (fun i -> nat (move (meta (Option.get cert) i)));
  find_cert = (match cert with Some c -> (fun b -> find c (Obj.obj b)) | None -> (fun _ -> none));
  parent_opt = (fun i -> let l = loaded art i in parent l.opt_parent (i - l.first));
  parent_free = (fun i -> let l = loaded art i in parent l.free_parent (i - l.first)) }
