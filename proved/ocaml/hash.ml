(* The checksums and digests of the format: XXH3 (64 bits, seed 0) and BLAKE3 (256 bits). *)
type bytes_map = (char, Bigarray.int8_unsigned_elt, Bigarray.c_layout) Bigarray.Array1.t

let secret = "\xb8\xfe\x6c\x39\x23\xa4\x4b\xbe\x7c\x01\x81\x2c\xf7\x21\xad\x1c\
  \xde\xd4\x6d\xe9\x83\x90\x97\xdb\x72\x40\xa4\xa4\xb7\xb3\x67\x1f\
  \xcb\x79\xe6\x4e\xcc\xc0\xe5\x78\x82\x5a\xd0\x7d\xcc\xff\x72\x21\
  \xb8\x08\x46\x74\xf7\x43\x24\x8e\xe0\x35\x90\xe6\x81\x3a\x26\x4c\
  \x3c\x28\x52\xbb\x91\xc3\x00\xcb\x88\xd0\x65\x8b\x1b\x53\x2e\xa3\
  \x71\x64\x48\x97\xa2\x0d\xf9\x4e\x38\x19\xef\x46\xa9\xde\xac\xd8\
  \xa8\xfa\x76\x3f\xe3\x9c\x34\x3f\xf9\xdc\xbb\xc7\xc7\x0b\x4f\x1d\
  \x8a\x51\xe0\x4b\xcd\xb4\x59\x31\xc8\x9f\x7e\xc9\xd9\x78\x73\x64\
  \xea\xc5\xac\x83\x34\xd3\xeb\xc3\xc5\x81\xa0\xff\xfa\x13\x63\xeb\
  \x17\x0d\xdd\x51\xb7\xf0\xda\x49\xd3\x16\x55\x26\x29\xd4\x68\x9e\
  \x2b\x16\xbe\x58\x7d\x47\xa1\xfc\x8f\xf8\xb8\xd1\x7a\xd0\x31\xce\
  \x45\xcb\x3a\x8f\x95\x16\x04\x28\xaf\xd7\xfb\xca\xbb\x4b\x40\x7e"

let ( +% ) = Int64.add and ( *% ) = Int64.mul and ( ^% ) = Int64.logxor
let shr = Int64.shift_right_logical
let low x = Int64.logand x 0xffffffffL
let key o = String.get_int64_le secret o

(* The halves of the product of two unsigned 64-bit numbers, exclusive-or. *)
let fold x y =
  let a = low x and b = shr x 32 and c = low y and d = shr y 32 in
  let ac = a *% c and bc = b *% c and ad = a *% d in
  let cross = shr ac 32 +% low bc +% ad in
  let high = shr bc 32 +% shr cross 32 +% (b *% d) in
  Int64.logor (Int64.shift_left cross 32) (low ac) ^% high

let p64 = [| 0x9E3779B185EBCA87L; 0xC2B2AE3D27D4EB4FL; 0x165667B19E3779F9L; 0x85EBCA77C2B2AE63L;
  0x27D4EB2F165667C5L |]
let p32 = [| 0x9E3779B1L; 0x85EBCA77L; 0xC2B2AE3DL |]
let avalanche h =
  let h = (h ^% shr h 37) *% 0x165667919E3779F9L in
  h ^% shr h 32

let xxh3_long s len =
  let acc = Bytes.create 64 in
  List.iteri (fun i x -> Bytes.set_int64_le acc (8 * i) x)
    [p32.(2); p64.(0); p64.(1); p64.(2); p64.(3); p32.(1); p64.(4); p32.(0)];
  let accumulate o k =
    for i = 0 to 7 do
      let data = Bytes.get_int64_le s (o + 8 * i) in
      let mixed = data ^% key (k + 8 * i) in
      let j = 8 * (i lxor 1) in
      Bytes.set_int64_le acc j (Bytes.get_int64_le acc j +% data);
      Bytes.set_int64_le acc (8 * i) (Bytes.get_int64_le acc (8 * i) +% (low mixed *% shr mixed 32))
    done in
  let stripes = (len - 1) / 64 in
  for n = 0 to stripes - 1 do
    accumulate (64 * n) (8 * (n mod 16));
    if n mod 16 = 15 then
      for i = 0 to 7 do
        let a = Bytes.get_int64_le acc (8 * i) in
        Bytes.set_int64_le acc (8 * i) ((a ^% shr a 47 ^% key (128 + 8 * i)) *% p32.(0))
      done
  done;
  accumulate (len - 64) 121;
  let result = ref (Int64.of_int len *% p64.(0)) in
  for i = 0 to 3 do
    let at j = Bytes.get_int64_le acc (16 * i + j) ^% key (11 + 16 * i + j) in
    result := !result +% fold (at 0) (at 8)
  done;
  avalanche !result

(* Of the first [len] bytes of [s]: none, or at least 17. *)
let xxh3 s len =
  let mix o k =
    fold (Bytes.get_int64_le s o ^% key k) (Bytes.get_int64_le s (o + 8) ^% key (k + 8)) in
  let h = ref (Int64.of_int len *% p64.(0)) in
  let add x = h := !h +% x in
  if len = 0 then begin
    let h = key 56 ^% key 64 in
    let h = (h ^% shr h 33) *% p64.(1) in
    let h = (h ^% shr h 29) *% p64.(2) in
    h ^% shr h 32
  end else
  if len < 17 then invalid_arg "xxh3" else
  if len <= 128 then begin
    for i = (len - 1) / 32 downto 0 do
      add (mix (16 * i) (32 * i)); add (mix (len - 16 * (i + 1)) (32 * i + 16))
    done;
    avalanche !h
  end else if len <= 240 then begin
    for i = 0 to 7 do add (mix (16 * i) (16 * i)) done;
    h := avalanche !h;
    for i = 8 to len / 16 - 1 do add (mix (16 * i) (16 * (i - 8) + 3)) done;
    add (mix (len - 16) 119);
    avalanche !h
  end else xxh3_long s len

(* BLAKE3 *)
let iv = [| 0x6A09E667; 0xBB67AE85; 0x3C6EF372; 0xA54FF53A; 0x510E527F; 0x9B05688C; 0x1F83D9AB;
  0x5BE0CD19 |]
let schedule =
  let permutation = [| 2; 6; 3; 10; 7; 0; 4; 13; 1; 11; 12; 5; 9; 14; 15; 8 |] in
  let rows = Array.make 7 (Array.init 16 Fun.id) in
  for r = 1 to 6 do rows.(r) <- Array.map (fun i -> rows.(r - 1).(i)) permutation done;
  Array.concat (Array.to_list rows)

let v = Array.make 16 0
let [@inline] rotate x n = ((x lsr n) lor (x lsl (32 - n))) land 0xffffffff
let [@inline] mix a b c d x y =
  let va = (v.(a) + v.(b) + x) land 0xffffffff in
  let vd = rotate (v.(d) lxor va) 16 in
  let vc = (v.(c) + vd) land 0xffffffff in
  let vb = rotate (v.(b) lxor vc) 12 in
  let va = (va + vb + y) land 0xffffffff in
  let vd = rotate (vd lxor va) 8 in
  let vc = (vc + vd) land 0xffffffff in
  v.(a) <- va; v.(b) <- rotate (vb lxor vc) 7; v.(c) <- vc; v.(d) <- vd

(* Replaces [cv] by the compression of the block [m]. *)
let compress (cv : int array) (m : int array) counter length flags =
  Array.blit cv 0 v 0 8;
  Array.blit iv 0 v 8 4;
  v.(12) <- counter land 0xffffffff; v.(13) <- counter lsr 32;
  v.(14) <- length; v.(15) <- flags;
  for r = 0 to 6 do
    let [@inline] x i = m.(schedule.(16 * r + i)) in
    mix 0 4 8 12 (x 0) (x 1); mix 1 5 9 13 (x 2) (x 3);
    mix 2 6 10 14 (x 4) (x 5); mix 3 7 11 15 (x 6) (x 7);
    mix 0 5 10 15 (x 8) (x 9); mix 1 6 11 12 (x 10) (x 11);
    mix 2 7 8 13 (x 12) (x 13); mix 3 4 9 14 (x 14) (x 15)
  done;
  for i = 0 to 7 do cv.(i) <- v.(i) lxor v.(i + 8) done

let hex cv = String.concat "" (List.map (fun w ->
  String.concat "" (List.init 4 (fun i -> Printf.sprintf "%02x" ((w lsr (8 * i)) land 255))))
  (Array.to_list cv))

(* The digest of the first [len] bytes of a file, at least one. [told] hears of progress. *)
let blake3 (file : bytes_map) len told =
  let m = Array.make 16 0 in
  let chunk n flags =
    let first = 1024 * n in
    let length = min 1024 (len - first) in
    let blocks = max 1 ((length + 63) / 64) in
    let cv = Array.copy iv in
    for b = 0 to blocks - 1 do
      let o = first + 64 * b in
      let size = min 64 (length - 64 * b) in
      let at i = if i < size then Char.code file.{o + i} else 0 in
      for w = 0 to 15 do
        let i = 4 * w in
        m.(w) <- at i lor (at (i + 1) lsl 8) lor (at (i + 2) lsl 16) lor (at (i + 3) lsl 24)
      done;
      let flags = (if b = 0 then 1 else 0) lor (if b = blocks - 1 then 2 lor flags else 0) in
      compress cv m n size flags
    done;
    cv in
  let parent left right flags =
    Array.blit left 0 m 0 8; Array.blit right 0 m 8 8;
    let cv = Array.copy iv in
    compress cv m 0 64 (4 lor flags); cv in
  let chunks = (len + 1023) / 1024 in
  if chunks <= 1 then hex (chunk 0 8) else begin
    let stack = ref [] in
    for n = 0 to chunks - 2 do
      if n land 1023 = 0 then told (1024 * n);
      let cv = ref (chunk n 0) and total = ref (n + 1) in
      while !total land 1 = 0 do
        cv := parent (List.hd !stack) !cv 0; stack := List.tl !stack; total := !total lsr 1
      done;
      stack := !cv :: !stack
    done;
    let rec close right = function
      | [left] -> parent left right 8
      | left :: rest -> close (parent left right 0) rest
      | [] -> right in
    hex (close (chunk (chunks - 1) 0) !stack)
  end
