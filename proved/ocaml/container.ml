(* Artifacts and certificates, after the format document: a reader, and a writer whose bytes must be
   those of the file. So it is the writer that must be right, not the reader. *)
exception Unreadable of string   (* not a file of this format *)
exception Damaged of string      (* one whose content is not as a writer writes it *)

type column = (int, Bigarray.int_elt, Bigarray.c_layout) Bigarray.Array1.t
type header = { kind : int; scope : int; symmetry : int; key_bits : int; highest : int;
  cut : int option; least : int; greatest : int; root_value : int; root_key : Key.t;
  artifact : string; game : string; tie_break : string }
type level = { level : int; roles : int * int * int; terminals : int; records : int;
  first_record : int; first_block : int }
type file = { path : string; unchanged : unit -> bool; map : Hash.bytes_map; header : header;
  levels : level array; blocks : int; total : int; index : int; digest : string }

let damaged file problem = raise (Damaged (Printf.sprintf "%s: %s" file problem))
let unreadable problem = raise (Unreadable problem)

(* Reading *)

let u8 (m : Hash.bytes_map) o = Char.code m.{o}
let u16 m o = u8 m o lor (u8 m (o + 1) lsl 8)
let u32 m o = u16 m o lor (u16 m (o + 2) lsl 16)
let i32 m o = let x = u32 m o in if x land 0x80000000 <> 0 then x - 0x100000000 else x
let u64 m o =
  let high = u32 m (o + 4) in
  if high >= 0x40000000 then unreadable "a number of more than 62 bits";
  u32 m o lor (high lsl 32)
let text m o n = String.init n (fun i -> m.{o + i})

let key m o bytes : Key.t =
  if bytes = 16 && u32 m (o + 12) >= 1 lsl 12 then unreadable "a key of more than 108 bits";
  { low = u32 m o lor (u16 m (o + 4) lsl 32);
    high = u16 m (o + 6) lor
      (if bytes = 16 then (u32 m (o + 8) lsl 16) lor (u32 m (o + 12) lsl 48) else 0) }
let key_bytes h = if h.key_bits <= 64 then 8 else 16
let entry_bytes h = key_bytes h + 8         (* of a block in the index *)

(* The field of [w] bits, at most 62, that starts at bit [o]. *)
let bits m o w =
  let field = ref 0 and have = ref 0 and byte = ref (o lsr 3) and shift = ref (o land 7) in
  while !have < w do
    field := !field lor ((u8 m !byte lsr !shift) lsl !have);
    have := !have + 8 - !shift; shift := 0; incr byte
  done;
  !field land ((1 lsl w) - 1)

let is_text s = s <> "" && String.for_all (fun c -> c >= ' ' && c <> '\x7f') s

let read_header m =
  if Bigarray.Array1.dim m < 17 || text m 0 8 <> "\xf7Solveig" then
    unreadable "not an artifact or a certificate";
  if u32 m 8 <> 1 then unreadable (Printf.sprintf "version %d of the format" (u32 m 8));
  let kind = u8 m 16 and key_bits = u8 m 19 in
  if key_bits < 1 || key_bits > 108 then unreadable (Printf.sprintf "keys of %d bits" key_bits);
  if kind <> 1 && kind <> 2 then unreadable "header: neither an artifact nor a certificate";
  let at = if kind = 2 then 92 else 60 in
  let game = text m (at + 4) (u32 m at) in
  let after = at + 4 + String.length game in
  let h = { kind; scope = u8 m 17; symmetry = u8 m 18; key_bits; highest = u32 m 20;
    cut = (if u32 m 24 = 0 then None else Some (u32 m 28)); least = i32 m 32; greatest = i32 m 36;
    root_value = i32 m 40; root_key = key m 44 16;
    artifact = text m 60 (if kind = 2 then 32 else 0);
    game; tie_break = text m (after + 4) (u32 m after) } in
  if h.scope < 1 || h.scope > 3 || h.symmetry > 1 || Key.width h.root_key > key_bits
    || h.least > h.greatest || h.root_value < h.least || h.root_value > h.greatest
    || Option.value h.cut ~default:0 > h.highest || not (is_text game && is_text h.tie_break) then
    unreadable "header: a field is out of its range";
  h

(* Writing *)

let add_number b bytes x =
  for i = 0 to bytes - 1 do Buffer.add_char b (Char.chr ((x asr (8 * i)) land 255)) done
let add_key b bytes (k : Key.t) =
  add_number b 6 k.low; add_number b 2 (k.high land 0xffff);
  if bytes = 16 then add_number b 8 (k.high lsr 16)
let add_text b s = add_number b 4 (String.length s); Buffer.add_string b s
let add_checksum b tweak =
  let s = Buffer.to_bytes b in
  Buffer.add_int64_le b (Int64.logxor (Hash.xxh3 s (Bytes.length s)) (Int64.of_int tweak))

let write_header h =
  let body = Buffer.create 256 in
  List.iter (add_number body 1) [h.kind; h.scope; h.symmetry; h.key_bits];
  add_number body 4 h.highest;
  (match h.cut with
   | Some cut -> add_number body 4 1; add_number body 4 cut
   | None -> add_number body 8 0);
  List.iter (add_number body 4) [h.least; h.greatest; h.root_value];
  add_key body 16 h.root_key;
  Buffer.add_string body h.artifact;
  add_text body h.game; add_text body h.tie_break;
  let b = Buffer.create 256 in
  Buffer.add_string b "\xf7Solveig"; add_number b 4 1;
  add_number b 4 (Buffer.length body); Buffer.add_buffer b body;
  add_checksum b 0; b

let width = Key.width_of

(* [n] fields of [w] bits, from the lowest bit of the first byte on; [above] has those from bit 48
   of a field on. *)
let add_fields ?(above = fun _ -> 0) b n w field =
  let held = ref 0 and size = ref 0 in
  let add x w =
    let rest = ref x and left = ref w in
    while !left > 0 do
      let part = min !left (8 - !size) in
      held := !held lor ((!rest land ((1 lsl part) - 1)) lsl !size);
      size := !size + part; rest := !rest lsr part; left := !left - part;
      if !size = 8 then (add_number b 1 !held; held := 0; size := 0)
    done in
  for i = 0 to n - 1 do
    add (field i) (min w 48);
    if w > 48 then add (above i) (w - 48)
  done;
  if !size > 0 then add_number b 1 !held

(* A record apart from its key: the roles optimal (bit 0) and free (bit 1), the move (16 bits), the
   value. *)
let roles meta = meta land 3
let move meta = (meta lsr 2) land 0xffff
let value meta = ((meta lsr 18) land 0x3fffffff) - 0x10000000
let meta roles move value = roles lor (move lsl 2) lor ((value + 0x10000000) lsl 18)
(* On 64 squares, above these, what stands on the last one. *)
let more meta = meta lsr 48
let with_more meta more = meta lor (more lsl 48)

(* Block [number] with the [n] records [key i], [at i]. *)
let write_block b number n key at =
  Buffer.clear b;
  let fold f x = let r = ref x in for i = 0 to n - 1 do r := f !r i done; !r in
  let first = key 0 in
  let rest = Array.init n (fun i -> Key.minus (key i) first) in
  let last = rest.(n - 1) in
  let low = max 0 (Key.width last - width n) in
  let low = if low > 0 && Key.down last low < n then low - 1 else low in
  let high i = Key.down rest.(i) low in
  let words = (high (n - 1) + n - 1) / 64 + 1 in
  let same = fold (fun r i -> if roles (at i) = r then r else 0) (roles (at 0)) in
  let least = fold (fun x i -> min x (value (at i))) max_int in
  let differing = fold (fun x i -> x lor (value (at i) - least)) 0 in
  let rec zeros k = if differing = 0 || (differing lsr k) land 1 = 1 then k else zeros (k + 1) in
  let shift = zeros 0 in
  let value_width = width (differing lsr shift) in
  let movers = List.filter (fun i -> roles (at i) land 1 = 1) (List.init n Fun.id) in
  let movers = Array.of_list movers in
  let move_width = width (Array.fold_left (fun x i -> x lor move (at i)) 0 movers) in
  List.iter (add_number b 1) [low; words; same; value_width; shift; move_width];
  add_number b 4 least;
  let unary = Bytes.make (8 * words) '\000' in
  for i = 0 to n - 1 do
    let bit = high i + i in
    let old = Char.code (Bytes.get unary (bit / 8)) in
    Bytes.set unary (bit / 8) (Char.chr (old lor (1 lsl (bit land 7))))
  done;
  Buffer.add_bytes b unary;
  add_fields b n low (fun i -> rest.(i).low) ~above:(fun i -> rest.(i).high);
  if same = 0 then begin
    add_fields b n 1 (fun i -> roles (at i) land 1);
    add_fields b n 1 (fun i -> roles (at i) lsr 1)
  end;
  add_fields b n value_width (fun i -> (value (at i) - least) lsr shift);
  add_fields b (Array.length movers) move_width (fun i -> move (at movers.(i)));
  add_checksum b number

(* Whether the file has these bytes at [o]. *)
let same_bytes (m : Hash.bytes_map) o b =
  let n = Buffer.length b in
  o >= 0 && o + n <= Bigarray.Array1.dim m &&
  (let rec same i = i = n || (m.{o + i} = Buffer.nth b i && same (i + 1)) in same 0)

let entry f block = f.index + 36 * Array.length f.levels + entry_bytes f.header * block
let first_key f block = key f.map (entry f block) (key_bytes f.header)
let offset f block =
  if block = f.blocks then f.index else u64 f.map (entry f block + key_bytes f.header)

let write_index f =
  let b = Buffer.create 65536 in
  let add_level l =
    let optimal, free, both = l.roles in
    add_number b 4 l.level; List.iter (add_number b 8) [optimal; free; both; l.terminals] in
  Array.iter add_level f.levels;
  for i = 0 to f.blocks - 1 do
    add_key b (key_bytes f.header) (first_key f i); add_number b 8 (offset f i)
  done;
  add_checksum b 0; b

let raw digest =
  String.init 32 (fun i -> Char.chr (int_of_string ("0x" ^ String.sub digest (2 * i) 2)))

let write_trailer f =
  let b = Buffer.create 80 in
  List.iter (add_number b 8) [f.index; Array.length f.levels; f.blocks; f.total];
  Buffer.add_string b (raw f.digest); add_checksum b 0;
  Buffer.add_string b "gievloS\xf7"; b

(* Opens a file: header, index and trailer. *)
let open_file path =
  let fd = Unix.openfile path [Unix.O_RDONLY] 0 in
  let state () = let s = Unix.fstat fd in s.st_size, s.st_mtime, s.st_ctime in
  let opened = state () in
  if (Unix.fstat fd).st_size = 0 then unreadable "it is empty";
  let map = Bigarray.array1_of_genarray
    (Unix.map_file fd Bigarray.char Bigarray.c_layout false [| -1 |]) in
  try
    let header = read_header map in
    let start = write_header header in
    if not (same_bytes map 0 start) then unreadable "its header is not as a writer writes it";
    let trailer = Bigarray.Array1.dim map - 80 in
    let index = u64 map trailer and count = u64 map (trailer + 8) in
    let blocks = u64 map (trailer + 16) and total = u64 map (trailer + 24) in
    if count > trailer / 36 || blocks > trailer / 16 || index > trailer
      || index + 36 * count + entry_bytes header * blocks + 8 <> trailer then
      unreadable "its parts do not fill it";
    let record = ref 0 and block = ref 0 in
    let levels = Array.init count (fun i ->
      let o = index + 36 * i in
      let roles = u64 map (o + 4), u64 map (o + 12), u64 map (o + 20) in
      let optimal, free, both = roles in
      if max optimal (max free both) > 1 lsl 50 then unreadable "its index has too many records";
      let records = optimal + free + both in
      let l = { level = u32 map o; roles; terminals = u64 map (o + 28); records;
        first_record = !record; first_block = !block } in
      record := !record + records; block := !block + (records + 127) / 128;
      l) in
    let digest = String.concat "" (List.init 32 (fun i ->
      Printf.sprintf "%02x" (u8 map (trailer + 32 + i)))) in
    let unchanged () = state () = opened in
    let f = { path; unchanged; map; header; levels; blocks; total; index; digest } in
    if not (same_bytes map trailer (write_trailer f)) then unreadable "its trailer is damaged";
    if !record <> total || !block <> blocks then unreadable "its index has other sums";
    if not (same_bytes map index (write_index f)) then unreadable "its index is damaged";
    Array.iteri (fun i l ->
      if i > 0 && levels.(i - 1).level >= l.level || l.level > header.highest
        || l.records = 0 && l.terminals = 0
        || (match header.cut with Some cut -> l.level > cut && l.records > 0 | None -> false)
      then unreadable "its table of levels is not in order";
      let last = l.first_block + (l.records + 127) / 128 - 1 in
      for k = l.first_block to last do
        if offset f k >= offset f (k + 1) || Key.width (first_key f k) > header.key_bits
          || k < last && not (Key.less (first_key f k) (first_key f (k + 1)))
        then unreadable "its table of blocks is not in order"
      done) levels;
    if offset f 0 <> Buffer.length start then unreadable "its blocks do not follow its header";
    f
  with Invalid_argument _ -> unreadable "it ends early"

(* That the digest is that of its bytes. *)
let check_digest f told =
  if Hash.blake3 f.map (Bigarray.Array1.dim f.map - 48) told <> f.digest then
    damaged f.path "its digest is not that of its bytes"

let column n : column =
  let a = Bigarray.Array1.create Bigarray.int Bigarray.c_layout (max n 1) in
  Bigarray.Array1.fill a 0; a

(* Reads block [number] of [n] records: [set i key meta] receives them. *)
let read_block f number n set =
  let m = f.map and o = offset f number and first = first_key f number in
  let low = u8 m o and words = u8 m (o + 1) and same = u8 m (o + 2) in
  let value_width = u8 m (o + 3) and shift = u8 m (o + 4) and move_width = u8 m (o + 5) in
  if low > 107 || value_width > 32 || shift > 31 || move_width > 16 then
    damaged f.path (Printf.sprintf "block %d has widths that no writer writes" number);
  let least = i32 m (o + 6) and highs = o + 10 in
  let lows = highs + 8 * words in
  let planes = lows + (n * low + 7) / 8 in
  let plane = if same = 0 then (n + 7) / 8 else 0 in
  let values = planes + 2 * plane in
  let moves = values + (n * value_width + 7) / 8 in
  let bit = ref (-1) and moved = ref 0 in
  for i = 0 to n - 1 do
    incr bit;
    while (u8 m (highs + !bit lsr 3) lsr (!bit land 7)) land 1 = 0 do incr bit done;
    let o = 8 * lows + i * low in
    let field : Key.t = { low = bits m o (min low 48);
      high = if low > 48 then bits m (o + 48) (low - 48) else 0 } in
    let key = Key.plus first (Key.plus (Key.up (!bit - i) low) field) in
    let roles = if same <> 0 then same land 3
      else bits m (8 * planes + i) 1 lor (bits m (8 * (planes + plane) + i) 1 lsl 1) in
    let value = least + (bits m (8 * values + i * value_width) value_width lsl shift) in
    let move = if roles land 1 = 0 then 0 else begin
      let x = bits m (8 * moves + !moved * move_width) move_width in
      incr moved; x
    end in
    set i key (meta roles move value)
  done

(* Reads the records of a level, three words each: mover, both and what [meta] makes; [unpack] is a
   key's board, [pack] a board's key. From these the records are written again, and the bytes
   compared. *)
let read_level f l ~unpack ~pack =
  let n = l.records in
  let data = column (3 * n) in
  let b = Buffer.create 4096 and last = ref None in
  let counts = [| 0; 0; 0; 0 |] in
  for k = 0 to (n + 127) / 128 - 1 do
    let number = l.first_block + k and first = 128 * k in
    let size = min 128 (n - first) in
    (try
      read_block f number size (fun i key meta ->
        let m, o, more = unpack key in
        let at = 3 * (first + i) in
        data.{at} <- m; data.{at + 1} <- o; data.{at + 2} <- with_more meta more);
      let keys = Array.init size (fun i ->
        let at = 3 * (first + i) in pack data.{at} data.{at + 1} (more data.{at + 2})) in
      let meta i = data.{3 * (first + i) + 2} in
      write_block b number size (Array.get keys) meta;
      if not (same_bytes f.map (offset f number) b)
        || offset f (number + 1) <> offset f number + Buffer.length b
        || first_key f number <> keys.(0) then
        damaged f.path (Printf.sprintf "block %d is damaged, or not as a writer writes it" number);
      for i = 0 to size - 1 do
        (match !last with
         | Some key when not (Key.less key keys.(i)) ->
           damaged f.path (Printf.sprintf "block %d: keys do not rise" number)
         | _ -> last := Some keys.(i));
        let r = roles (meta i) in counts.(r) <- counts.(r) + 1
      done
    with Invalid_argument _ -> damaged f.path (Printf.sprintf "block %d is damaged" number))
  done;
  if counts.(0) > 0 || (counts.(1), counts.(2), counts.(3)) <> l.roles then
    damaged f.path (Printf.sprintf "level %d has other numbers of records than its index" l.level);
  data
