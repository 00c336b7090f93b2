(* forge FILE.sol FILE.cert OUT.sol OUT.cert SEED: one change, all checksums and digests right. For
   the tests. *)
open Container

type record = { key : Key.t; meta : int }
type contents = { header : header; levels : (int * int * record array) list }  (* level, terminals
  *)

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

(* The bytes of a file, and its digest. *)
let write c =
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
    List.iter (add_number tables 8) [count 1; count 2; count 3; terminals]) levels;
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

(* One record, drawn, becomes the records that [f] makes of it. *)
let change c f =
  let filled = List.filter (fun (_, _, r) -> r <> [||]) c.levels in
  let total = List.fold_left (fun n (_, _, r) -> n + Array.length r) 0 filled in
  if total = 0 then c else
  let at = ref (Random.int total) in
  { c with levels = List.map (fun (level, terminals, records) ->
    let n = Array.length records in
    let i = !at in
    at := !at - n;
    if i < 0 || i >= n then level, terminals, records
    else level, terminals,
      Array.concat [Array.sub records 0 i; f records.(i); Array.sub records (i + 1) (n - i - 1)])
    c.levels }

let with_meta f r = [| { r with meta = f r.meta } |]
let flip = with_meta (fun m -> match roles m with
  | 1 -> meta 2 0 (value m) | 2 -> meta 1 0 (value m) | _ -> meta (1 + Random.int 2) 0 (value m))
let grow = with_meta (fun m -> meta 3 (move m) (value m))
let by d = with_meta (fun m -> meta (roles m) (move m) (value m + d))
let other_move = with_meta (fun m ->
  if roles m land 1 = 0 then m else meta (roles m) (move m lxor (1 + Random.int 3)) (value m))
let other_key r = [| { r with key = { r.key with low = r.key.low lxor 1 } } |]

let () =
  Random.init (int_of_string Sys.argv.(5));
  let a = read (open_file Sys.argv.(1)) and c = read (open_file Sys.argv.(2)) in
  let terminals c = { c with levels = List.map (fun (l, t, r) ->
    (if t > 0 && Random.int 3 = 0 then l, t + 1, r else l, t, r)) c.levels } in
  let kind, a, c = match Random.int 18 with
    | 0 -> "artifact: value + 1", change a (by 1), c
    | 1 -> "artifact: value - 1", change a (by (-1)), c
    | 2 | 3 -> "artifact: another move", change a other_move, c
    | 4 -> "artifact: another role", change a flip, c
    | 5 -> "artifact: both roles", change a grow, c
    | 6 | 7 -> "artifact: a record left out", change a (fun _ -> [||]), c
    | 8 -> "artifact: another key", change a other_key, c
    | 9 -> "artifact: value of the start",
      { a with header = { a.header with root_value = a.header.root_value + 1 } }, c
    | 10 -> "artifact: finished games", terminals a, c
    | 11 -> "certificate: bound + 1", a, change c (by 1)
    | 12 -> "certificate: bound - 1", a, change c (by (-1))
    | 13 -> "certificate: another move", a, change c other_move
    | 14 -> "certificate: another role", a, change c flip
    | 15 -> "certificate: another key", a, change c other_key
    | 16 -> "certificate: a record left out", a, change c (fun _ -> [||])
    | _ -> "nothing", a, c in
  print_endline kind;
  let bytes, digest = write a in
  save Sys.argv.(3) bytes;
  let header = { c.header with artifact = raw digest; root_value = a.header.root_value } in
  save Sys.argv.(4) (fst (write { c with header }))
