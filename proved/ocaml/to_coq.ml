(* to-coq FILE.sol FILE.cert: the files as arrays of Coq, for Stored.v. *)
open Container
open Levels

let () =
  let opened = open_file in
  let a = opened Sys.argv.(1) and c = opened Sys.argv.(2) in
  let most = 1000 in
  let game = Option.get (Games.find a.header.game (a.header.symmetry = 1) ~cut:most ~certified:most
    ~memory:16) in
  let art = Levels.make a game and cert = Levels.make c game in
  for level = 0 to game.highest do Levels.load art level; Levels.load cert level done;
  let forward = Forward.make art (Some cert) most SemiStrong in
  for level = 0 to game.highest do
    let pass of_certificate (f : file) = Array.iter (fun (l : level) -> if l.level = level then
      Forward.pass forward of_certificate l.first_record (l.first_record + l.records)) f.levels in
    pass false a; pass true c
  done;
  print_string "From Coq Require Import Uint63 PArray.\nRequire Import Proved.Stored.\n";
  print_string "Open Scope uint63_scope.\n";
  let array name n f =
    Printf.printf "Definition %s : array int := [| " name;
    for i = 0 to n - 1 do Printf.printf "%s%d" (if i > 0 then "; " else "") (f i) done;
    print_string " | 0 |].\n" in
  let table name (t : Levels.t) hints more_hints =
    let n = t.file.total in
    let board i = Levels.at t i in
    let size = ref 16 in
    while !size < 2 * n do size := 2 * !size done;
    let slots = Array.make !size 0 in
    for i = 0 to n - 1 do
      let b = board i in
      let h = ref (slot_of (hash b.mover b.both) land (!size - 1)) in
      while slots.(!h) <> 0 do h := (!h + 1) land (!size - 1) done;
      slots.(!h) <- i + 1
    done;
    array (name ^ "_movers") n (fun i -> (board i).mover);
    array (name ^ "_occupied") n (fun i -> (board i).both);
    array (name ^ "_levels") n (fun i -> (board i).stones);
    array (name ^ "_metas") n (Levels.meta t);
    array (name ^ "_slots") !size (fun i -> slots.(i));
    let hint column i = let l = Levels.loaded t i in max 0 (column l).{i - l.first} in
    array (name ^ "_hints") n (hint hints);
    array (name ^ "_more_hints") n (hint more_hints);
    Printf.printf
      "Definition %s : arrays := Arrays %d %s_movers %s_occupied %s_levels %s_metas %s_slots \
      %d %s_hints %s_more_hints.\n" name n name name name name name (!size - 1) name name in
  table "artifact" art (fun l -> l.opt_parent) (fun l -> l.free_parent);
  table "certificate" cert (fun l -> l.needed_by) (fun l -> l.path)
