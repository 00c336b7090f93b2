(* paths SPEC DEPTH: the numbers of paths of 0, 1, ..., DEPTH moves from the start, by the readable
   rules. *)
open Checker
let () =
  let spec = Sys.argv.(1) and depth = Games.nat (int_of_string Sys.argv.(2)) in
  let read format make = try Some (Scanf.sscanf spec format make) with _ -> None in
  let nat = Games.nat in
  let games = [
    read "othello:%ux%u%!" (fun c r -> othello (nat c) (nat r));
    read "connect-four:%ux%u%!" (fun c r -> connect_four (nat c) (nat r) false);
    read "hex:%ux%u%!" (fun c r -> hex (nat c) (nat r));
    read "mnk:%ux%u?k=%u%!" (fun c r k -> mnk (nat c) (nat r) (nat k))] in
  match List.find_map Fun.id games with
  | None -> prerr_endline "no rules of this game"; exit 2
  | Some game ->
    let number = function N0 -> 0 | Npos p -> Games.of_positive p in
    print_endline (String.concat " " (List.map (fun n -> string_of_int (number n))
      (paths game depth game.start)))
