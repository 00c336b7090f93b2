(* solveig-proved FILE.sol [FILE.cert] [--jobs N]: checks an artifact by the proved checker. *)
open Checker
open Container

exception Undecided of string
let fails format = Printf.ksprintf (fun s -> raise (Forward.Fails s)) format
let undecided format = Printf.ksprintf (fun s -> raise (Undecided s)) format

let scopes = [| "?"; "weak"; "semi-strong"; "strong" |]

let grouped n =
  let s = string_of_int n in
  let b = Buffer.create 16 in
  String.iteri (fun i c ->
    if i > 0 && (String.length s - i) mod 3 = 0 then Buffer.add_char b ',';
    Buffer.add_char b c) s;
  Buffer.contents b

let shown = ref 0.
let progress what done_ total =
  let now = Unix.gettimeofday () in
  if now -. !shown > 0.5 && Unix.isatty Unix.stderr then begin
    shown := now;
    Printf.eprintf "\r%s: %s of %s%!" what (grouped done_) (grouped total)
  end
let end_progress () = if !shown > 0. then prerr_string "\r\027[K"

(* ** Headers *)

let equal file field expected found =
  if expected <> found then fails "%s: header: %s: expected %s, found %s" file field expected found

let check_header (game : Games.t) (h : header) =
  let number field expected found =
    equal "artifact" field (string_of_int expected) (string_of_int found) in
  let start : board = Obj.obj game.game.start and bound = Games.of_z game.rules.bound in
  number "highest level" game.highest h.highest;
  number "bits of a key" game.key_bits h.key_bits;
  number "least value" (- bound) h.least;
  number "greatest value" bound h.greatest;
  equal "artifact" "key of the start" (Key.show (game.key start))
    (Key.show h.root_key)

let check_certificate (a : file) (c : file) =
  let number field f = equal "certificate" field (string_of_int (f a.header))
    (string_of_int (f c.header)) in
  if raw a.digest <> c.header.artifact then
    fails "certificate: header: digest of the artifact: expected %s, found another" a.digest;
  number "scope" (fun h -> h.scope); number "symmetry" (fun h -> h.symmetry);
  number "highest level" (fun h -> h.highest); number "bits of a key" (fun h -> h.key_bits);
  number "least value" (fun h -> h.least); number "greatest value" (fun h -> h.greatest);
  equal "certificate" "key of the start" (Key.show a.header.root_key) (Key.show c.header.root_key);
  number "value of the start" (fun h -> h.root_value);
  Array.iter (fun (l : level) -> if l.terminals <> 0 then
    fails "certificate: level %d: expected 0 positions in which the game is over, found %d"
      l.level l.terminals) c.levels

(* ** The check of a level: chunks of records, taken from a pipe by this process and its children *)

type chunk = { of_certificate : bool; lo : int; hi : int }

let chunks_of (levels : Levels.t) level of_certificate =
  match levels.places.(level) with
  | Here l ->
    let size = max 128 ((l.n + 4095) / 4096) in
    List.init ((l.n + size - 1) / size) (fun k ->
      { of_certificate; lo = l.first + k * size;
        hi = min (l.first + l.n) (l.first + (k + 1) * size) })
  | Absent | Away -> []

(* Runs [work] on the chunks, [aside] meanwhile; the number of the first chunk that fails. *)
let share jobs chunks work aside =
  let chunks = Array.of_list chunks in
  let n = Array.length chunks in
  if jobs = 1 then begin
    aside ();
    let rec first k = if k = n then None else if work chunks.(k) then first (k + 1) else Some k in
    first 0
  end else begin
    let tasks, put = Unix.pipe () and get, results = Unix.pipe () in
    let number k = let b = Bytes.create 4 in Bytes.set_int32_le b 0 (Int32.of_int k); b in
    for k = 0 to n - 1 do ignore (Unix.write put (number k) 0 4) done;
    Unix.close put;
    let take () =
      let b = Bytes.create 4 in
      if Unix.read tasks b 0 4 = 4 then Some (Int32.to_int (Bytes.get_int32_le b 0)) else None in
    let rec run () = match take () with
      | None -> None
      | Some k -> if work chunks.(k) then run () else Some k in
    let children = List.init (if n > 1 then jobs - 1 else 0) (fun _ ->
      match Unix.fork () with
      | 0 ->
        let code = try
          (match run () with
           | Some k -> ignore (Unix.write results (number k) 0 4)
           | None -> ()); 0
        with _ -> 3 in
        Unix._exit code
      | pid -> pid) in
    Unix.close results;
    aside ();
    let mine = run () in
    let ends = List.map (fun pid -> snd (Unix.waitpid [] pid)) children in
    if List.exists (fun e -> e <> Unix.WEXITED 0) ends then undecided "a process ended early";
    let rec collect first =
      let b = Bytes.create 4 in
      if Unix.read get b 0 4 = 4 then
        let k = Int32.to_int (Bytes.get_int32_le b 0) in
        collect (match first with Some f when f < k -> first | _ -> Some k)
      else first in
    let first = collect mine in
    Unix.close get; Unix.close tasks;
    first
  end

let run path certificate jobs =
  let started = Unix.gettimeofday () in
  let opened path =
    try open_file path with Unreadable problem -> undecided "%s: %s" path problem in
  let a = opened path in
  if a.header.kind <> 1 then undecided "%s: not an artifact" path;
  let c = Option.map (fun path ->
    let c = opened path in
    if c.header.kind <> 2 then undecided "%s: not a certificate" path;
    if c.header.game <> a.header.game then
      undecided "%s: a certificate for %s, but %s is a solution of %s" path c.header.game a.path
        a.header.game;
    c) certificate in
  let h = a.header in
  if h.scope = 1 then undecided "%s: no proved check of scope weak" path;
  let strong = h.scope = 3 in
  let most = 1000 in
  let cut = Option.value h.cut ~default:most in
  let certified = match c with
    | Some c -> Option.value c.header.cut ~default:most | None -> 0 in
  let levels = max 0 (min 9 (h.highest - min cut certified)) in      (* to search *)
  let memory = 8 lsl (2 * levels) in
  let game = match Games.find h.game (h.symmetry = 1) ~cut ~certified ~memory with
    | Some game -> game
    | None -> undecided "no proved rules of the game %s" h.game in
  let digest (f : file) =
    check_digest f (fun n -> progress "bytes" n (Bigarray.Array1.dim f.map)) in
  digest a; Option.iter digest c;
  check_header game h;
  Option.iter (check_certificate a) c;
  let art = Levels.make a game and cert = Option.map (fun c -> Levels.make c game) c in
  let both f = f art; Option.iter f cert in
  let forward = Forward.make art cert certified strong in
  let files = Levels.files art cert in
  let total = a.total + (match c with Some c -> c.total | None -> 0) in
  let memory = ref game.rules.empty in
  let check step = let yes, m = step !memory in memory := m; yes in
  let record chunk = if chunk.of_certificate then cert_ok game.game game.rules files
    else art_ok game.game game.rules strong files in
  let pass chunk = Forward.pass forward chunk.of_certificate chunk.lo chunk.hi in
  let work chunk =
    if jobs = 1 then pass chunk;
    check (all_between chunk.lo chunk.hi (record chunk)) in
  let fail chunk =
    let ok i = check (record chunk i) in
    let rec first i = if i = chunk.hi || not (ok i) then i else first (i + 1) in
    let i = first chunk.lo in
    let levels = if chunk.of_certificate then Option.get cert else art in
    let b = Levels.at levels i in
    fails "%s: level %d, key %s, position %s: the record does not pass the check"
      (if chunk.of_certificate then "certificate" else "artifact") b.stones
      (Key.show (game.key b)) (game.show b) in
  let finished level =
    match List.find_opt (fun (l : level) -> l.level = level) (Array.to_list a.levels) with
    | Some l -> l.terminals | None -> 0 in
  let first : board = Obj.obj game.game.start in
  let lowest = first.stones in
  if Array.exists (fun (l : level) -> l.level < lowest) a.levels then
    fails "artifact: records before the start";
  for level = lowest to lowest + 2 do both (fun t -> Levels.load t level) done;
  if game.rules.over game.game.start then Forward.finish forward first;
  if not (check (start_ok game.game game.rules files (Levels.z h.root_value))) then
    fails "artifact: header: value of the start: expected its true value, found %+d" h.root_value;
  let parts = [| []; [] |] and checked = ref 0 in
  let chunks level = chunks_of art level false @
    (match cert with Some cert -> chunks_of cert level true | None -> []) in
  (* One process goes over each chunk before its check; of more, the first a level ahead. *)
  let ahead level = if level <= game.highest then begin
    Forward.check_finished forward level (finished level); Forward.check_level forward level;
    if jobs > 1 then List.iter pass (chunks level)
  end in
  if jobs > 1 then ahead lowest;
  for level = lowest to game.highest do
    if jobs = 1 then ahead level;
    let chunks = chunks level in
    let aside () =
      both (fun t -> Levels.load t (level + 3));
      if jobs > 1 then ahead (level + 1) in
    (match share jobs chunks work aside with
     | Some k -> fail (List.nth chunks k)
     | None -> ());
    List.iter (fun k ->
      let which = if k.of_certificate then 1 else 0 in
      checked := !checked + k.hi - k.lo;
      parts.(which) <- (k.lo, k.hi) :: parts.(which)) chunks;
    progress "positions" !checked total;
    both (fun t -> Levels.unload t (level - 1))
  done;
  let covered n which = covers 0 n (List.rev parts.(which)) in
  if not (covered files.n_art 0 && covered files.n_cert 1) then undecided "records were left out";
  end_progress ();
  let seconds = Unix.gettimeofday () -. started in
  Printf.printf "holds: %s has the value %s, %s%s; digest %s\n" h.game
    (if h.root_value = 0 then "0" else Printf.sprintf "%+d" h.root_value) scopes.(h.scope)
    (match h.cut with
     | Some cut -> Printf.sprintf ", positions up to level %d alone" cut
     | None -> "")
    a.digest;
  Printf.printf "%s positions of the artifact and %s of the certificate checked in %.1f s (%s/s)\n"
    (grouped a.total) (grouped (total - a.total)) seconds
    (grouped (int_of_float (float total /. seconds)));
  Option.iter (fun (c : file) -> Printf.printf "digest of the certificate %s\n" c.digest) c

let usage = "usage: solveig-proved FILE.sol [FILE.cert] [--jobs N]"

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 262144; space_overhead = 1000 };
  let rec arguments files jobs = function
    | "--jobs" :: n :: rest when Option.value (int_of_string_opt n) ~default:0 >= 1 ->
      arguments files (int_of_string n) rest
    | file :: rest when file <> "" && file.[0] <> '-' -> arguments (file :: files) jobs rest
    | [] -> List.rev files, jobs
    | _ -> prerr_endline usage; exit 2 in
  let files, jobs = arguments [] 1 (List.tl (Array.to_list Sys.argv)) in
  let refuse path problem =
    let named = path ^ ": " in
    let n = String.length named in
    let problem = if String.length problem > n && String.sub problem 0 n = named
      then String.sub problem n (String.length problem - n) else problem in
    end_progress (); Printf.printf "DOES NOT HOLD: %s: %s\n" path problem; exit 1 in
  let stop problem = end_progress (); Printf.eprintf "error: %s\n" problem; exit 2 in
  match files with
  | path :: rest when List.length rest <= 1 ->
    (try run path (List.nth_opt rest 0) jobs with
     | Forward.Fails problem | Damaged problem -> refuse path problem
     | Invalid_argument _ -> refuse path "a file is damaged"
     | Undecided problem | Unreadable problem | Failure problem -> stop problem
     | Unix.Unix_error (e, _, name) -> stop (name ^ ": " ^ Unix.error_message e)
     | Sys_error problem -> stop problem
     | Out_of_memory -> stop "too little memory"
     | Stack_overflow -> stop "too little stack")
  | _ -> prerr_endline usage; exit 2
