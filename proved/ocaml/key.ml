(* Keys of at most 108 bits, as two numbers: [high] times 2^48, and [low]. *)
type t = { high : int; low : int }

let part = 48
let mask = (1 lsl part) - 1
let of_int k = { high = k lsr part; low = k land mask }
let to_int k = (k.high lsl part) lor k.low            (* of at most 62 bits *)

let less a b = a.high < b.high || (a.high = b.high && a.low < b.low)
let plus a b =
  let low = a.low + b.low in
  { high = a.high + b.high + (low lsr part); low = low land mask }
let minus a b =
  let low = a.low - b.low in
  { high = a.high - b.high + (low asr part); low = low land mask }

let width_of x = let rec count w x = if x = 0 then w else count (w + 1) (x lsr 1) in count 0 x
let width k = if k.high = 0 then width_of k.low else part + width_of k.high
(* [x] times 2^[n], and the quotient by 2^[n], which must fit a number. *)
let up x n =
  if n < part then { high = x lsr (part - n); low = (x lsl n) land mask }
  else { high = x lsl (n - part); low = 0 }
let down k n =
  if n < part then (k.high lsl (part - n)) lor (k.low lsr n) else k.high lsr (n - part)

(* In base 3, eight digits at a time: 1 for a stone of the mover, 2 for one of the other side. *)
let ones = Array.init 256 (fun byte ->
  let rec sum n weight = if n = 0 then 0 else (n land 1) * weight + sum (n lsr 1) (3 * weight) in
  sum byte 1)
let eight = 6561
let movers = Array.make eight 0 and pairs = Array.make eight 0
let () = for both = 0 to 255 do for mover = 0 to 255 do
  if mover land both = mover then begin
    let digits = 2 * ones.(both) - ones.(mover) in
    movers.(digits) <- mover; pairs.(digits) <- both
  end done done

(* On 64 squares [more] is the last one: 1 for the mover, 2 if there is a stone. *)
let pack mover both more =
  let high = ref 0 and low = ref 0 in
  for i = 7 downto 0 do
    let m = (mover lsr (8 * i)) land 255 and b = (both lsr (8 * i)) land 255 in
    let m, b = if i < 7 then m, b else m lor ((more land 1) lsl 7), b lor ((more lsr 1) lsl 7) in
    let next = !low * eight + 2 * ones.(b) - ones.(m) in
    high := !high * eight + (next lsr part); low := next land mask
  done;
  { high = !high; low = !low }
let unpack key =
  let mover = ref 0 and both = ref 0 and more = ref 0 in
  let high = ref key.high and low = ref key.low and i = ref 0 in
  while !high lor !low <> 0 do
    let rest = ((!high mod eight) lsl part) lor !low in
    let digits = rest mod eight in
    let m = movers.(digits) and b = pairs.(digits) in
    high := !high / eight; low := rest / eight;
    mover := !mover lor (m lsl !i); both := !both lor (b lsl !i);
    if !i = 56 then more := (m lsr 7) lor ((b lsr 7) lsl 1);
    i := !i + 8
  done;
  !mover, !both, !more
(* 3^[n]. *)
let power n =
  let rec times n k = if n = 0 then k else times (n - 1) (plus k (plus k k)) in times n (of_int 1)

let show k = if k.high = 0 then Printf.sprintf "0x%x" k.low
  else Printf.sprintf "0x%x%012x" k.high k.low
