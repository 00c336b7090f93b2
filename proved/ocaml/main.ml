(* solveig-proved FILE.sol [FILE.cert] [--jobs N] [--part K/N]: checks an artifact, or a share of
   its records, by the proved checker. *)
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

let chunks_of lo hi =
  let size = max 128 ((hi - lo + 4095) / 4096) in
  List.init ((hi - lo + size - 1) / size) (fun k -> lo + k * size, min hi (lo + (k + 1) * size))

(* Runs [work] on the chunks, [aside] meanwhile; the number of the first chunk that fails. *)
let share jobs chunks work aside =
  let chunks = Array.of_list chunks in
  let n = Array.length chunks in
  let tasks, put = Unix.pipe () and get, results = Unix.pipe () in
  let number k = let b = Bytes.create 4 in Bytes.set_int32_le b 0 (Int32.of_int k); b in
  for k = 0 to n - 1 do ignore (Unix.write put (number k) 0 4) done;
  Unix.close put;
  let parent = Unix.getpid () in
  let take () =
    if not (List.mem parent [Unix.getpid (); Unix.getppid ()]) then Unix._exit 3;
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

let run path certificate jobs (share_number, shares) =
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
  let scope = match h.scope with 1 -> Weak | 2 -> SemiStrong | _ -> Strong in
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
  let forward = Forward.make art cert certified scope in
  let stated level =
    match List.find_opt (fun (l : level) -> l.level = level) (Array.to_list a.levels) with
    | Some l -> l.terminals | None -> 0 in
  let stated = Array.init (game.highest + 1) stated in
  let files = Levels.files art cert forward.ends (Array.get stated) in
  let total = a.total + (match c with Some c -> c.total | None -> 0) in
  let first : board = Obj.obj game.game.start in
  let lowest = first.stones in
  (* The parts of the check, level by level. One process goes over each part of the records before
     its check, and these are small; of more processes, the first goes over a level ahead. *)
  let pass of_certificate lo hi = Forward.pass forward of_certificate lo hi in
  let range (f : file) level =
    match List.find_opt (fun (l : level) -> l.level = level) (Array.to_list f.levels) with
    | Some l -> l.first_record, l.first_record + l.records | None -> 0, 0 in
  let passed = ref (-1) in
  let ahead level = if jobs > 1 then for n = !passed + 1 to min level game.highest do
    let whole of_certificate (f : file) =
      let lo, hi = range f n in pass of_certificate lo hi in
    whole false a; Option.iter (whole true) c;
    passed := n
  done in
  let parts_of level =
    let records of_certificate f =
      let lo, hi = range f level in
      List.map (fun (lo, hi) -> level, (if of_certificate then Cert hi else Art hi), lo, hi)
        (if jobs = 1 then chunks_of lo hi else if lo < hi then [lo, hi] else []) in
    (if game.counts then [level, Ends, 0, stated.(level)] else []) @ records false a @
    (match c with Some c -> records true c | None -> []) in
  let parts = Array.of_list (List.concat_map parts_of (List.init (game.highest + 1) Fun.id)) in
  let level = ref (-1) and part = ref None and checked = ref 0 in
  let enter n =
    level := n;
    both (fun t -> Levels.unload_below t (n - 2));
    for k = n to n + 2 do both (fun t -> Levels.load t k) done;
    if n = lowest && game.rules.over game.game.start then
      Forward.lead forward 0 0 true game.game.start;
    ahead n;
    Forward.check_finished forward n stated.(n) in
  let next k =
    let n, which, lo, hi = parts.(k) in
    for n = !level + 1 to n do enter n done;
    part := Some (n, which, lo, hi);
    let records of_certificate =
      if jobs = 1 then pass of_certificate lo hi; checked := !checked + hi - lo in
    (match which with Ends -> () | Art _ -> records false | Cert _ -> records true);
    progress "positions" !checked total;
    which in
  (* Chunks go round the shares, with the same numbers whatever [jobs] is. *)
  let chunk = ref (-1) in
  let mine _ = incr chunk; !chunk mod shares = share_number - 1 in
  (* The check keeps its first memory, which as an older version would keep all differences. *)
  let untouched = ref true in
  let between lo hi f (memory : memory) =
    let memory = if !untouched then { memory with words = Parray.copy memory.words } else memory in
    untouched := false;
    let chunks = List.filter mine (chunks_of lo hi) in
    if jobs = 1 || hi - lo < 2 then List.fold_left (fun (yes, m) (lo, hi) ->
      if yes then all_between lo hi f m else yes, m) (true, memory) chunks else begin
      let memory = ref memory in
      let work (lo, hi) = let yes, m = all_between lo hi f !memory in memory := m; yes in
      let aside () = match !part with
        | Some (n, Art _, _, _) -> both (fun t -> Levels.load t (n + 3)); ahead (n + 1)
        | _ -> () in
      match share jobs chunks work aside with
      | None -> true, !memory
      | Some k ->
        let lo, hi = List.nth chunks k in
        part := Option.map (fun (n, which, _, _) -> n, which, lo, hi) !part;
        false, !memory
    end in
  let check = check game.game game.rules scope files in
  if not (check between next (Array.length parts) (Levels.z h.root_value)) then begin
    let fail name (b : board) = fails "%s: level %d, key %s, position %s: %s" name b.stones
      (Key.show (game.key b)) (game.show b) "the record does not pass the check" in
    let first ok lo hi =
      let rec from i = if i = hi || not (fst (ok i game.rules.empty)) then i else from (i + 1) in
      from lo in
    match !part with
    | None -> fails "artifact: header: value of the start: expected its true value, found %+d"
        h.root_value
    | Some (_, Art _, lo, hi) ->
      fail "artifact" (Levels.at art (first (art_ok game.game game.rules scope files) lo hi))
    | Some (_, Cert _, lo, hi) -> fail "certificate"
        (Levels.at (Option.get cert) (first (cert_ok game.game game.rules scope files) lo hi))
    | Some (n, Ends, _, _) -> fails "artifact: level %d: a finished game is not as stated" n
  end;
  List.iter (fun (f : file) -> if not (f.unchanged ()) then
    undecided "%s: it was written to meanwhile" f.path) (a :: Option.to_list c);
  end_progress ();
  let seconds = Unix.gettimeofday () -. started in
  let verdict = if shares = 1 then "holds" else
    Printf.sprintf "part %d of %d, nothing false" share_number shares in
  Printf.printf "%s: %s has the value %s, %s%s; digest %s\n" verdict h.game
    (if h.root_value = 0 then "0" else Printf.sprintf "%+d" h.root_value) scopes.(h.scope)
    (match h.cut with
     | Some cut -> Printf.sprintf ", positions up to level %d alone" cut
     | None -> "")
    a.digest;
  Printf.printf
    "%s%s positions of the artifact and %s of the certificate checked in %.1f s (%s/s)\n"
    (if shares = 1 then "" else Printf.sprintf "one in %d of " shares)
    (grouped a.total) (grouped (total - a.total)) seconds
    (grouped (int_of_float (float (total / shares) /. seconds)));
  Option.iter (fun (c : file) -> Printf.printf "digest of the certificate %s\n" c.digest) c

let usage = "usage: solveig-proved FILE.sol [FILE.cert] [--jobs N] [--part K/N]"

let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 262144; space_overhead = 150 };
  let number n = Option.value (int_of_string_opt n) ~default:0 in
  let share part = match List.map number (String.split_on_char '/' part) with
    | [k; n] when 1 <= k && k <= n && n <= 1000 -> Some (k, n)
    | _ -> None in
  let rec arguments files jobs part = function
    | "--jobs" :: n :: rest when number n >= 1 -> arguments files (number n) part rest
    | "--part" :: part :: rest when share part <> None -> arguments files jobs (share part) rest
    | file :: rest when file <> "" && file.[0] <> '-' -> arguments (file :: files) jobs part rest
    | [] -> List.rev files, jobs, Option.value part ~default:(1, 1)
    | _ -> prerr_endline usage; exit 2 in
  let files, jobs, part = arguments [] 1 None (List.tl (Array.to_list Sys.argv)) in
  let refuse path problem =
    let named = path ^ ": " in
    let n = String.length named in
    let problem = if String.length problem > n && String.sub problem 0 n = named
      then String.sub problem n (String.length problem - n) else problem in
    end_progress (); Printf.printf "DOES NOT HOLD: %s: %s\n" path problem; exit 1 in
  let stop problem = end_progress (); Printf.eprintf "error: %s\n" problem; exit 2 in
  match files with
  | path :: rest when List.length rest <= 1 ->
    (try run path (List.nth_opt rest 0) jobs part with
     | Forward.Fails problem | Damaged problem -> refuse path problem
     | Invalid_argument _ -> refuse path "a file is damaged"
     | Undecided problem | Unreadable problem | Failure problem -> stop problem
     | Unix.Unix_error (e, _, name) -> stop (name ^ ": " ^ Unix.error_message e)
     | Sys_error problem -> stop problem
     | Out_of_memory -> stop "too little memory"
     | Stack_overflow -> stop "too little stack")
  | _ -> prerr_endline usage; exit 2
