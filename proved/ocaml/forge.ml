(* forge FOLDER FIRST LAST FILE.sol FILE.cert ...: in the folder, pairs N.sol and N.cert for N from
   FIRST to LAST, each made from one of the pairs with one lie, all checksums and digests right. It
   prints of each its number, the file and the lie. For the tests. *)
open Checker
open Container

type record = { key : Key.t; meta : int }
type contents = { header : header; levels : (int * int * record Array.t) list }  (* its terminals *)

let read (f : file) =
  let level (l : level) =
    let records = Array.make l.records { key = Key.of_int 0; meta = 0 } in
    for k = 0 to (l.records + 127) / 128 - 1 do
      read_block f (l.first_block + k) (min 128 (l.records - 128 * k)) (fun i key meta ->
        records.(128 * k + i) <- { key; meta })
    done;
    l.level, l.terminals, records in
  { header = f.header; levels = List.map level (Array.to_list f.levels) }

let digest_of b =
  let n = Buffer.length b in
  let map = Bigarray.Array1.create Bigarray.char Bigarray.c_layout n in
  for i = 0 to n - 1 do map.{i} <- Buffer.nth b i done;
  Hash.blake3 map n ignore

(* The bytes of a file, and its digest; the roles on a level may be counted wrong. *)
let write ?(miscounted = -1) c =
  let out = write_header c.header in
  let blocks = ref [] and number = ref 0 and total = ref 0 and b = Buffer.create 4096 in
  let levels = List.filter (fun (_, terminals, r) -> terminals > 0 || r <> [||]) c.levels in
  List.iter (fun (_, _, records) ->
    let n = Array.length records in
    total := !total + n;
    for k = 0 to (n + 127) / 128 - 1 do
      blocks := (records.(128 * k).key, Buffer.length out) :: !blocks;
      write_block b !number (min 128 (n - 128 * k)) (fun i -> records.(128 * k + i).key)
        (fun i -> records.(128 * k + i).meta);
      Buffer.add_buffer out b; incr number
    done) levels;
  let index = Buffer.length out and tables = Buffer.create 4096 in
  List.iter (fun (level, terminals, records) ->
    let count r = Array.fold_left (fun n x -> if roles x.meta = r then n + 1 else n) 0 records in
    add_number tables 4 level;
    let other = if level = miscounted then 1 else 0 in
    List.iter (add_number tables 8) [count 1 - other; count 2 + other; count 3; terminals]) levels;
  List.iter (fun (key, offset) ->
    add_key tables (key_bytes c.header) key; add_number tables 8 offset)
    (List.rev !blocks);
  add_checksum tables 0; Buffer.add_buffer out tables;
  let trailer = Buffer.create 80 in
  List.iter (add_number trailer 8) [index; List.length levels; !number; !total];
  let unfinished = Buffer.create (Buffer.length out + 32) in
  Buffer.add_buffer unfinished out; Buffer.add_buffer unfinished trailer;
  let digest = digest_of unfinished in
  Buffer.add_string trailer (raw digest); add_checksum trailer 0;
  Buffer.add_string trailer "gievloS\xf7"; Buffer.add_buffer out trailer;
  out, digest

let save path b = let c = open_out_bin path in Buffer.output_buffer c b; close_out c

exception Nothing
let drawn c =
  let filled = List.filter (fun (_, _, r) -> r <> [||]) c.levels in
  if filled = [] then raise Nothing;
  let at = ref (Random.int (List.fold_left (fun n (_, _, r) -> n + Array.length r) 0 filled)) in
  let rec find = function
    | (level, _, r) :: rest ->
      if !at < Array.length r then level, r.(!at) else (at := !at - Array.length r; find rest)
    | [] -> raise Nothing in
  find filled
(* The record becomes those that [f] makes of it. *)
let replace c (level, record) f =
  { c with levels = List.map (fun (l, t, records) ->
    if l <> level then l, t, records else
    l, t, Array.concat (List.map (fun r -> if r = record then f r else [| r |])
      (Array.to_list records))) c.levels }
let change c f = replace c (drawn c) f
let with_meta f r = [| { r with meta = f r.meta } |]

(* ** A pair made anew from the rules, with a lie in it *)

type twist = { lie : (board * int) option;       (* a value instead of the true one *)
  choice : board -> int option;                  (* a stored move instead of the canonical one *)
  kept : board -> bool; more : board list;       (* positions left out, with what they need; more *)
  bound : board -> int; reply : board -> int option }        (* in the certificate *)
let honest = { lie = None; choice = (fun _ -> None); kept = (fun _ -> true); more = [];
  bound = (fun _ -> 0); reply = (fun _ -> None) }

let worth s v = if s then - v else v
let moves (g : Games.t) (b : board) : (bool * board) list =
  List.map (fun (s, c) -> s, (Obj.obj c : board)) (g.game.moves (Obj.repr b))
let over (g : Games.t) (b : board) = g.rules.over (Obj.repr b)

(* The value of a position, and the first move that is worth a bound. *)
let truth = ref []
let solver (g : Games.t) lie =
  let memory = match List.assq_opt g !truth with
    | Some m when lie = None -> m
    | _ ->
      let m = Hashtbl.create 4096 in
      if lie = None then truth := (g, m) :: !truth; m in
  let rec value (b : board) = match Hashtbl.find_opt memory b with
    | Some v -> v
    | None ->
      let v = match lie with
        | Some (liar, v) when liar = b -> v
        | _ when over g b -> Games.of_z (g.game.payoff (Obj.repr b))
        | _ -> List.fold_left (fun v (s, c) -> max v (worth s (value c))) min_int (moves g b) in
      Hashtbl.add memory b v; v in
  let first b t =
    let rec at k = function
      | (s, c) :: l -> if worth s (value c) >= t then k else at (k + 1) l
      | [] -> 0 in
    at 0 (moves g b) in
  value, first

let anew (g : Games.t) a c twist =
  let value, first = solver g twist.lie in
  let limit h = Option.value h.cut ~default:1000 in
  let weak = a.header.scope = 1 and strong = a.header.scope = 3 in
  let bound = Games.of_z g.rules.bound and claims = Hashtbl.create 64 in
  let tables () = Array.init (g.highest + 2) (fun _ -> Hashtbl.create 64) in
  let art = tables () and ends = tables () and needs = tables () in
  let add table (b : board) x join =
    let t = table.(b.stones) in
    Hashtbl.replace t b (match Hashtbl.find_opt t b with Some y -> join x y | None -> x) in
  let visit b roles =
    if b.stones <= limit a.header then
      if over g b then add ends b 0 (lor) else if twist.kept b then add art b roles (lor) in
  (* In scope weak: the move is worth at most [v]. A record has the strongest such bound. *)
  let demand s b v = if v < bound then begin
    visit b (if s then 1 else 2);
    Hashtbl.replace claims (s, b)
      (match Hashtbl.find_opt claims (s, b) with Some w -> min v w | None -> v)
  end in
  let stated b r = match Hashtbl.find_opt claims (r = 1, b) with
    | Some v when weak && r < 3 -> worth (r = 1) v
    | _ -> value b in
  let rec claim s (b : board) v =
    if bound <= v || over g b || Hashtbl.mem art.(b.stones) b || b.stones > limit c.header then ()
    else if s then add needs b (- v) max
    else List.iter (fun (s, d) -> claim s d v) (moves g b) in
  let stored b v = match twist.choice b with Some k -> k | None -> first b v in
  let start : board = Obj.obj g.game.start in
  if weak then List.iter (fun s -> demand s start (worth s (value start))) [false; true]
  else visit start 3;
  List.iter (fun b -> visit b (if strong then 3 else 1 + Random.int 3)) twist.more;
  let each f = for level = start.stones to g.highest do f level done in
  let of_role b r f =
    let k' = stored b (value b) in
    List.iteri (fun k (s, d) ->
      let best = r land 1 = 1 && k = k' and free = r land 2 = 2 in
      let to_opt = strong || if s then free else best in
      let to_free = strong || if s then best else free in
      f (k < k') s d ((if to_opt then 1 else 0) lor if to_free then 2 else 0)) (moves g b) in
  let of_weak b r =
    let v = stated b r in
    let reply = stored b v in
    List.iteri (fun k (s, d) ->
      if r land 2 = 2 then demand s d v;
      if r land 1 = 1 && k = reply then demand (not s) d (- v)) (moves g b) in
  each (fun level -> Hashtbl.iter (fun b r -> if weak then of_weak b r else
    of_role b r (fun _ _ d roles -> if roles > 0 then visit d roles)) art.(level));
  let replies = tables () in
  each (fun level ->
    if not weak then Hashtbl.iter (fun b r -> of_role b r (fun before s d roles ->
      if roles = 0 then claim s d (if before then value b - 1 else value b))) art.(level);
    Hashtbl.iter (fun b t ->
      let t = t + twist.bound b in
      let k = match twist.reply b with Some k -> k | None -> first b t in
      Hashtbl.replace replies.(level) b (meta 1 k t);
      match List.nth_opt (moves g b) k with
      | Some (s, d) -> claim (not s) d (- t)
      | None -> ()) needs.(level));
  let levels table counts of_record = List.init (g.highest + 1) (fun level ->
    let records = Hashtbl.fold (fun (b : board) x l -> { key = g.key b;
      meta = of_record b x } :: l) table.(level) [] in
    let records = Array.of_list (List.sort compare records) in
    level, (if counts then Hashtbl.length ends.(level) else 0), records) in
  let record b r =
    let v = stated b r in meta r (if r land 1 = 1 then stored b v else 0) v in
  { header = { a.header with root_value = value start }; levels = levels art g.counts record },
  { c with levels = levels replies false (fun _ m -> m) }

(* ** Kinds *)

let pick l = List.nth l (Random.int (List.length l))
let sign () = pick [-1; 1]
let moved f = with_meta (fun m ->
  if roles m land 1 = 0 then m else meta (roles m) (f (move m)) (value m))
let valued f = with_meta (fun m -> meta (roles m) (move m) (f (value m)))

let with_low f (k : Key.t) = { k with low = f k.low land Key.mask }

(* Some position of play: of the game, or of that without symmetries. *)
let rec walk g (b : board) n =
  if n = 0 || over g b then b else walk g (snd (pick (moves g b))) (n - 1)

(* Records put on a level, sorted; the first of two with one key. *)
let put c level r = { c with levels =
  let at = if List.exists (fun (l, _, _) -> l = level) c.levels then c.levels
    else List.sort compare ((level, 0, [||]) :: c.levels) in
  List.map (fun (l, t, records) -> if l <> level then l, t, records else
    let same = Array.exists (fun x -> x.key = r.key) records in
    let all = if same then records else Array.append records [| r |] in
    Array.sort compare all; l, t, all) at }
let counts f c = { c with levels = List.map (fun (l, t, r) -> l, f l t, r) c.levels }

let forge (g : Games.t) raw_game others a c =
  let position g = walk g (Obj.obj g.Games.game.start) (Random.int (g.Games.highest + 1)) in
  let board_of (level, r) : board =
    let mover, both, _ = g.unpack r.key in { mover; both; stones = level } in
  let at b f x = if x = b then f else None in
  let edits x name = match Random.int 12 with
    | 0 -> name ^ "value of a record", change x (valued ((+) (sign ())))
    | 1 -> name ^ "any value of a record", change x (valued (fun v -> v + Random.int 9 - 4))
    | 2 -> name ^ "move of a record", change x (moved (fun m -> m lxor (1 + Random.int 3)))
    | 3 -> name ^ "move out of range", change x (moved (fun m -> m + pick [8; 64; 60000]))
    | 4 -> name ^ "roles of a record", change x (with_meta (fun m ->
        meta (1 + Random.int 3) (move m) (value m)))
    | 5 -> name ^ "record missing", change x (fun _ -> [||])
    | 6 -> name ^ "another key",
      change x (fun r -> [| { r with key = with_low ((lxor) (pick [1; 2; 4; 9])) r.key } |])
    | 7 ->
      let level, r = drawn x in
      name ^ "record on a second level", put x (level + pick [-1; 1; 2]) r
    | 8 ->
      let level, r = drawn x in
      name ^ "record on another level",
      put (replace x (level, r) (fun _ -> [||])) (level + sign ()) r
    | 9 ->
      let b = position raw_game in
      name ^ "any position", put x b.stones { key = g.key b;
        meta = meta (1 + Random.int 3) 0 (Random.int 3 - 1) }
    | 10 ->
      let _, r = drawn x in
      name ^ "values swapped", change x (valued (fun _ -> value r.meta))
    | _ ->
      let level, r = drawn x in
      name ^ "extra key", put x level { r with key = with_low ((+) (sign ())) r.key } in
  let header x name = let h = x.header in match Random.int 11 with
    | 0 -> name ^ "scope", { h with scope = 1 + Random.int 3 }
    | 1 -> name ^ "symmetry", { h with symmetry = 1 - h.symmetry }
    | 2 -> name ^ "bits of a key", { h with key_bits = h.key_bits + sign () }
    | 3 -> name ^ "range of values", { h with least = h.least - Random.int 2;
        greatest = h.greatest + pick [-1; 1] }
    | 4 -> name ^ "highest level", { h with highest = max 0 (h.highest + sign ()) }
    | 5 -> name ^ "key of the start", { h with root_key = with_low ((lxor) 1) h.root_key }
    | 6 -> name ^ "game", { h with game = pick others }
    | 7 -> name ^ "game with a sign more", { h with game = h.game ^ pick ["?"; " "; "x"; "0"] }
    | 8 -> name ^ "value of the start", { h with root_value = h.root_value + sign () }
    | 9 -> name ^ "kind", { h with kind = 3 - h.kind;
        artifact = if h.kind = 1 then String.make 32 '\000' else "" }
    | _ -> name ^ "tie-break rule", { h with tie_break = "any" } in
  let cut x =
    let cut = pick [None; Some (Random.int (g.highest + 1))] in
    let short = Random.bool () in
    { header = { x.header with cut }; levels = List.filter (fun (l, _, _) ->
        not short || l <= Option.value cut ~default:1000) x.levels } in
  let lie () =
    let b = position g in
    { honest with lie = Some (b, fst (solver g None) b + sign ()) } in
  let carried () =
    let b = board_of (drawn a) and k = Random.int 8 in
    match Random.int 7 with
    | 0 -> "nothing, made anew", honest
    | 1 -> "value, and all that rests on it", lie ()
    | 2 | 3 ->
      let count = List.length (moves g b) in
      "another move, and what follows",
      { honest with choice = at b (Some (Random.int (max 1 count))) }
    | 4 -> "position missing, with what it needs", { honest with kept = (fun x -> x <> b) }
    | 5 -> "extra position, with what it needs", { honest with more = [position g] }
    | _ ->
      let b = board_of (drawn c) in
      if Random.bool () then "certificate: bound, and what follows",
        { honest with bound = (fun x -> if x = b then sign () else 0) }
      else "certificate: move, and what follows", { honest with reply = at b (Some k) } in
  match Random.int 20 with
  | 0 | 1 | 2 | 3 -> let kind, a = edits a "" in kind, a, c
  | 4 | 5 | 6 | 7 -> let kind, c = edits c "certificate: " in kind, a, c
  | 8 -> let kind, header = header a "" in kind, { a with header }, c
  | 9 -> let kind, header = header c "certificate: " in kind, a, { c with header }
  | 10 -> "cut", cut a, c
  | 11 -> "certificate: cut", a, cut c
  | 12 ->
    let level = Random.int (g.highest + 1) in
    (match Random.int 4 with
     | 0 -> "count of finished games off", counts (fun l t -> if l = level then t + 1 else t) a, c
     | 1 -> "count of finished games zero", counts (fun l t -> if l = level then 0 else t) a, c
     | 2 -> "all counts zero", counts (fun _ _ -> 0) a, c
     | _ -> "certificate: counts finished games", a, counts (fun _ _ -> 1) c)
  | 13 -> "certificate: no records", a, { c with levels = [] }
  | _ when Random.int 50 = 0 -> "nothing", a, c
  | _ -> let kind, twist = carried () in let a, c = anew g a c twist in kind, a, c

let () =
  let folder = Sys.argv.(1) and number i = int_of_string Sys.argv.(i) in
  let rec pairs i = if i + 1 >= Array.length Sys.argv then [] else
    let a = read (open_file Sys.argv.(i)) and c = read (open_file Sys.argv.(i + 1)) in
    let game symmetric = Option.get
      (Games.find a.header.game symmetric ~cut:1000 ~certified:1000 ~memory:1) in
    (Sys.argv.(i), game (a.header.symmetry = 1), game false, a, c) :: pairs (i + 2) in
  let pairs = pairs 4 in
  let others = List.map (fun (_, _, _, a, _) -> a.header.game) pairs in
  for n = number 2 to number 3 do
    Random.init n;
    let rec made () =
      let name, g, raw, a, c = pick pairs in
      try name, forge g raw others a c with Nothing -> made () in
    let name, (kind, a, c) = made () in
    let level = Random.int 20 and index = Random.int 100 in
    let kind, miscounted, linked = if index = 0 then kind ^ ", counts by roles", level, true
      else if index = 1 then kind ^ ", certificate of another", -1, false else kind, -1, true in
    Printf.printf "%d %s: %s\n" n name kind;
    let path = Filename.concat folder (string_of_int n) in
    let bytes, digest = write ~miscounted a in
    save (path ^ ".sol") bytes;
    let artifact = if c.header.kind <> 2 then c.header.artifact else
      if linked then raw digest else String.make 32 'x' in
    let root_value = if Random.int 10 = 0 then c.header.root_value else a.header.root_value in
    save (path ^ ".cert") (fst (write { c with header = { c.header with artifact; root_value } }))
  done
