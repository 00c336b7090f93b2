(* The levels of a file that are in memory, where a position is stored, and hints. That records are
   those of the file rests on this; places and hints need no trust, since the checker compares. *)
open Checker
open Container

type slots = (int32, Bigarray.int32_elt, Bigarray.c_layout) Bigarray.Array1.t
type loaded = { level : int; first : int; n : int;
  data : column;                              (* of each record the mover's stones, all, the rest *)
  tags : Hash.bytes_map; slots : slots; mask : int;   (* by hash: a byte, 0 if empty; a record *)
  opt_parent : column; free_parent : column;  (* 256 times a record that leads here, and its move *)
  needed : column;                            (* the strongest bound needed, or [unneeded], *)
  needed_by : column; path : column }         (* by which record, and the moves from there *)
type place = Absent | Away | Here of loaded
type t = { file : file; game : Games.t; places : place Array.t; mutable recent : loaded list;
  mutable last : loaded;
  answers : int Array.t }    (* of [find], by hash: mover, both, the record *)

let unneeded = min_int
let none = max_int

let tags_of n : Hash.bytes_map =
  let a = Bigarray.(Array1.create char c_layout n) in Bigarray.Array1.fill a '\000'; a
let slots_of n : slots = Bigarray.(Array1.create int32 c_layout n)
let answer_bits = 12
let nothing =
  let no = column 0 in
  { level = 0; first = 0; n = 0; data = no; tags = tags_of 0; slots = slots_of 0; mask = 0;
    opt_parent = no; free_parent = no; needed = no;
    needed_by = no; path = no }

let make file (game : Games.t) =
  let places = Array.make (game.highest + 1) Absent in
  Array.iter (fun (l : level) -> if l.records > 0 then places.(l.level) <- Away) file.levels;
  { file; game; places; recent = []; last = nothing;
    answers = Array.make (3 lsl answer_bits) (-1) }

let [@inline] hash mover both =
  let x = (mover * 0x1E3779B97F4A7C15) lxor (both * 0x3F58476D1CE4E5B9) in
  (x lxor (x lsr 29)) * 0x14D049BB133111EB
let [@inline] slot_of h = h lsr 8
let [@inline] tag h = h lsr 55 lor 1

let load t level =
  if level <= t.game.highest && t.places.(level) = Away then begin
    let is_it (l : Container.level) = l.level = level in
    let l = List.find is_it (Array.to_list t.file.levels) in
    let data = read_level t.file l ~unpack:t.game.unpack ~pack:t.game.pack in
    let size = ref 16 in
    while 2 * !size < 3 * l.records do size := 2 * !size done;
    let tags = tags_of !size and slots = slots_of !size and mask = !size - 1 in
    for i = 0 to l.records - 1 do
      let h = hash data.{3 * i} data.{3 * i + 1} in
      let s = ref (slot_of h land mask) in
      while tags.{!s} <> '\000' do s := (!s + 1) land mask done;
      tags.{!s} <- Char.unsafe_chr (tag h); slots.{!s} <- Int32.of_int i
    done;
    let parents = if t.file.header.kind = 1 then l.records else 0 in
    let needs = l.records - parents in
    let needed = column needs and needed_by = column needs and path = column needs in
    Bigarray.Array1.fill needed unneeded;
    let opt_parent = column parents and free_parent = column parents in
    List.iter (fun c -> Bigarray.Array1.fill c (-1)) [opt_parent; free_parent];
    let l = { level; first = l.first_record; n = l.records; data; tags; slots; mask;
      opt_parent; free_parent; needed; needed_by; path } in
    t.places.(level) <- Here l;
    t.recent <- l :: t.recent
  end

let unload_below t level =
  t.last <- nothing;
  t.recent <- List.filter (fun l ->
    if l.level < level then t.places.(l.level) <- Away; l.level >= level) t.recent

let rec probe l mover both more tag s =
  let x = Char.code l.tags.{s} in
  if x = 0 then none else
  if x <> tag then probe l mover both more tag ((s + 1) land l.mask) else
  let i = Int32.to_int l.slots.{s} in
  if l.data.{3 * i} = mover && l.data.{3 * i + 1} = both
    && Container.more l.data.{3 * i + 2} = more then l.first + i
  else probe l mover both more tag ((s + 1) land l.mask)

(* A claim goes through passes to levels that are not loaded yet. *)
let rec search t (b : board) more h =
  if b.stones < 0 || b.stones > t.game.highest then none else
  match t.places.(b.stones) with
  | Absent -> none
  | Away -> load t b.stones; search t b more h
  | Here l -> probe l b.mover b.both more (tag h) (slot_of h land l.mask)

let find t (b : board) =
  if t.game.wide then
    let more = Games.last_square b and b = Games.without_last b in
    search t b more (hash b.mover b.both)
  else
  let h = hash b.mover b.both in
  let k = 3 * (h lsr (63 - answer_bits)) in
  if t.answers.(k) = b.mover && t.answers.(k + 1) = b.both then t.answers.(k + 2) else begin
    let i = search t b 0 h in
    t.answers.(k) <- b.mover; t.answers.(k + 1) <- b.both; t.answers.(k + 2) <- i; i
  end

(* A claim may come through passes from a level that is no longer loaded. *)
let rec holder t i = function
  | l :: rest ->
    if i >= l.first && i < l.first + l.n then begin t.last <- l; l end else holder t i rest
  | [] ->
    let holds (l : Container.level) = i >= l.first_record && i < l.first_record + l.records in
    match List.find_opt holds (Array.to_list t.file.levels) with
    | Some l when t.places.(l.level) = Away -> load t l.level; holder t i t.recent
    | _ -> failwith "a record that does not exist"
let [@inline] loaded t i =
  let l = t.last in
  if i >= l.first && i < l.first + l.n then l else holder t i t.recent
let at t i : board =
  let l = loaded t i in
  let o = 3 * (i - l.first) in
  let mover = l.data.{o} and both = l.data.{o + 1} in
  if t.game.wide then
    let more = Container.more l.data.{o + 2} in
    Obj.magic { mover = mover, more land 1; both = both, more lsr 1; stones = l.level }
  else { mover; both; stones = l.level }
let meta t i = let l = loaded t i in l.data.{3 * (i - l.first) + 2}

let zs = Array.init 1024 (fun i -> Games.z (i - 512))
let z v = if abs v < 512 then zs.(v + 512) else Games.z v
let nat i = Games.nats.(i)

let parent column i =
  let h = column.{i} in (if h < 0 then none else h lsr 8), nat (h land 255)

(* A path of moves, the last first, as a number: eight bits each, and 1 after the last. Longer ones,
   where a side passes again and again, have negative numbers. *)
let longest_packed = ref 6
let long_paths = Hashtbl.create 16
let path_number path =
  if List.length path <= !longest_packed then
    List.fold_left (fun x k -> (x lsl 8) lor k) 1 path
  else begin
    let x = - Hashtbl.length long_paths - 1 in
    Hashtbl.add long_paths x (List.rev_map nat path); x
  end
let rec path_of x =
  if x < 0 then Hashtbl.find long_paths x else
  if x <= 1 then [] else nat (x land 255) :: path_of (x lsr 8)

let board b : board = Obj.obj b
let table t : Obj.t table = {
  records = t.file.total; board_at = (fun i -> Obj.repr (at t i));
  record_at = (fun i -> let m = meta t i in
    { opt = m land 1 = 1; free = m land 2 = 2; val0 = z (value m); move = nat (move m) });
  index_of = (fun b -> find t (board b)) }

let files art cert (ends : Ends.t Array.t) stated : Obj.t files =
  let hint column i = let l = loaded art i in parent (column l) (i - l.first) in
  { art_table = table art;
    cert_table = (match cert with
      | Some cert -> table cert
      | None -> { (table art) with records = 0; index_of = (fun _ -> none) });
    counted = art.game.counts; levels = art.game.highest + 1;
    ends = (fun level -> let t = ends.(level) in {
      records = stated level; board_at = (fun i -> Obj.repr (Ends.at t level i));
      record_at = (fun _ -> { opt = true; free = true; val0 = Z0; move = O });
      index_of = (fun b -> Ends.find t (board b)) });
    parent = (fun lower -> hint (fun l -> if lower then l.opt_parent else l.free_parent));
    end_parent = (fun level i ->
      let h = Ends.hint ends.(level) i in h land 1 = 1, (h lsr 9, nat ((h lsr 1) land 255)));
    need = (fun j ->
      let l = loaded (Option.get cert) j in
      let by = l.needed_by.{j - l.first} in
      (by land 1 = 1, by lsr 1), path_of l.path.{j - l.first}) }
