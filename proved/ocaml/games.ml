(* The games: from the spec in a header to the checker's rules, and keys to boards and back. *)
open Checker

type t = { spec : string; game : game; rules : board_rules; key_bits : int; highest : int;
  counts : bool;                           (* whether files count finished games *)
  wide : bool;                             (* boards of 64 squares, of two words *)
  unpack : Key.t -> int * int * int;       (* of a key: mover, both, the last of 64 squares *)
  pack : int -> int -> int -> Key.t;       (* the key *)
  key : board -> Key.t;                    (* the same *)
  show : board -> string }

let rec nat n = if n = 0 then O else S (nat (n - 1))
let rec positive n =
  if n = 1 then XH else if n land 1 = 1 then XI (positive (n / 2)) else XO (positive (n / 2))
let z n = if n = 0 then Z0 else if n > 0 then Zpos (positive n) else Zneg (positive (- n))
let rec of_positive = function
  | XH -> 1 | XO p -> 2 * of_positive p | XI p -> 2 * of_positive p + 1
let of_z = function Z0 -> 0 | Zpos p -> of_positive p | Zneg p -> - of_positive p
let nats = Array.init 65536 (fun _ -> O)
let () = for i = 1 to 65535 do nats.(i) <- S nats.(i - 1) done

(* A key of Connect Four is the sum of the mover's and of all stones. *)
let unpack_columns columns rows key =
  let tall = rows + 1 and key = Key.to_int key in
  let mover = ref 0 and both = ref 0 in
  for c = 0 to columns - 1 do
    let sum = (key lsr (c * tall)) land ((1 lsl tall) - 1) + 1 in
    let stones = Key.width_of sum - 1 in
    mover := !mover lor ((sum lxor (1 lsl stones)) lsl (c * tall));
    both := !both lor (((1 lsl stones) - 1) lsl (c * tall))
  done;
  !mover, !both, 0

let show_columns columns rows (b : board) =
  let own, other = if b.stones land 1 = 0 then "x", "o" else "o", "x" in
  let square r c =
    let bit = c * (rows + 1) + r in
    if (b.both lsr bit) land 1 = 0 then "."
    else if (b.mover lsr bit) land 1 = 1 then own else other in
  String.concat "/" (List.init rows (fun r ->
    String.concat "" (List.init columns (square (rows - 1 - r)))))

let show_grid cells (b : board) more =
  String.init cells (fun n ->
    let own, any = if n = 63 then more, more lsr 1 else b.mover lsr n, b.both lsr n in
    if any land 1 = 0 then '-' else if own land 1 = 1 then 'X' else 'O') ^ " X"


let count bits = let rec count n x = if x = 0 then n else count (n + 1) (x land (x - 1)) in
  count 0 bits
(* A key of Hex is one of a grid, but that the last cell has the digit 1 for a stone of either: it
   is the other side's, unless that has more stones on the other cells. *)
let unpack_hex cells key =
  let weight = Key.power (cells - 1) in
  if Key.less key weight then Key.unpack key else
  let mover, both, _ = Key.unpack (Key.minus key weight) and last = 1 lsl (cells - 1) in
  (if count both > 2 * count mover then mover lor last else mover), both lor last, 0
let pack_hex cells mover both more =
  let last = 1 lsl (cells - 1) in
  if both land last = 0 then Key.pack mover both more
  else Key.plus (Key.power (cells - 1)) (Key.pack (mover land lnot last) (both lxor last) more)
let show_hex cells (b : board) =
  let own, other = if b.stones land 1 = 0 then 'X', 'O' else 'O', 'X' in
  String.init cells (fun n -> if (b.both lsr n) land 1 = 0 then '-'
    else if (b.mover lsr n) land 1 = 1 then own else other) ^ Printf.sprintf " %c" own

(* Of boards of 64 squares, the last square apart. *)
let last_square (b : board) =
  let b : (int * int) board_of = Obj.magic b in
  snd b.mover lor (snd b.both lsl 1)
let without_last (b : board) : board =
  let b : (int * int) board_of = Obj.magic b in
  { mover = fst b.mover; both = fst b.both; stones = b.stones }

(* The bits of the largest key: the last cell has this digit, the others 2. *)
let key_width last cells =
  let weight = Key.power (cells - 1) in
  let limit = if last = 1 then Key.plus weight weight
    else Key.plus weight (Key.plus weight weight) in
  Key.width (Key.minus limit (Key.of_int 1))

let connect_four spec columns rows by_score symmetric ~cut ~certified ~memory =
  let bits = columns * (rows + 1) in
  if columns < 1 || rows < 1 || bits > 62 then None else
  let nc = nat columns and nr = nat rows in
  Some { spec; game = c4_game nc nr by_score symmetric;
    rules = c4_rules nc nr by_score symmetric cut certified memory;
    key_bits = bits; highest = columns * rows; counts = true; unpack = unpack_columns columns rows;
    wide = false; pack = (fun mover both _ -> Key.of_int (mover + both));
    key = (fun b -> Key.of_int (b.mover + b.both)); show = show_columns columns rows }

let mnk spec columns rows in_line symmetric ~cut ~certified ~memory =
  let cells = columns * rows in
  if columns < 1 || rows < 1 || columns > 26 || cells > 62 || in_line < 1
    || in_line > max columns rows then None else
  let nc = nat columns and nr = nat rows and nk = nat in_line in
  Some { spec; game = mnk_game nc nr nk symmetric;
    rules = mnk_rules nc nr nk symmetric cut certified memory;
    key_bits = key_width 2 cells; highest = cells; counts = true;
    wide = false; unpack = Key.unpack; pack = Key.pack;
    key = (fun b -> Key.pack b.mover b.both 0); show = (fun b -> show_grid cells b 0) }

let hex spec columns rows symmetric ~cut ~certified ~memory =
  let cells = columns * rows in
  if columns < 1 || rows < 1 || columns > 11 || rows > 11 || cells > 62 then None else
  let nc = nat columns and nr = nat rows in
  Some { spec; game = hex_game nc nr symmetric;
    rules = hex_rules nc nr symmetric cut certified memory;
    key_bits = key_width 1 cells; highest = cells; counts = true;
    wide = false; unpack = unpack_hex cells; pack = pack_hex cells;
    key = (fun b -> pack_hex cells b.mover b.both 0); show = show_hex cells }

(* Squares of the largest board of one word; less in a program for tests, two_words.ml. *)
let one_word = ref 62

let othello spec columns rows symmetric ~cut ~certified ~memory =
  let cells = columns * rows in
  let even side = side >= 4 && side mod 2 = 0 in
  if not (even columns && even rows) || cells > 64 then None else
  let nc = nat columns and nr = nat rows in
  let wide = cells > !one_word in
  let split b = if wide then without_last b, last_square b else b, 0 in
  Some { spec; wide;
    game = (if wide then two_words_boards else one_word_boards) nc nr symmetric;
    rules = (if wide then two_words_rules else one_word_rules) nc nr symmetric cut certified memory;
    key_bits = key_width 2 cells; highest = cells; counts = false;
    unpack = Key.unpack; pack = Key.pack;
    key = (fun b -> let b, more = split b in Key.pack b.mover b.both more);
    show = (fun b -> let b, more = split b in show_grid cells b more) }

(* The game of a spec; [None] if there are no rules for it here. *)
let find spec symmetric ~cut ~certified ~memory =
  let read format make = try Scanf.sscanf spec format make with _ -> None in
  let candidates = [
    read "connect-four:%ux%u%!" (fun c r ->
      connect_four (Printf.sprintf "connect-four:%dx%d" c r) c r false symmetric
        ~cut ~certified ~memory);
    read "connect-four:%ux%u?utility=score%!" (fun c r ->
      connect_four (Printf.sprintf "connect-four:%dx%d?utility=score" c r) c r true symmetric
        ~cut ~certified ~memory);
    read "othello:%ux%u%!" (fun c r ->
      othello (Printf.sprintf "othello:%dx%d" c r) c r symmetric ~cut ~certified ~memory);
    read "hex:%ux%u%!" (fun c r ->
      hex (Printf.sprintf "hex:%dx%d" c r) c r symmetric ~cut ~certified ~memory);
    read "mnk:%ux%u?k=%u%!" (fun c r k ->
      mnk (Printf.sprintf "mnk:%dx%d?k=%d" c r k) c r k symmetric ~cut ~certified ~memory)] in
  match List.find_opt Option.is_some candidates with
  | Some (Some game) when game.spec = spec -> Some game
  | _ -> None
