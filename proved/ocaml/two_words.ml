(* For the tests, linked before main.ml: all boards of Othello in two words. *)
let () = Games.one_word := 0
let () = Levels.longest_packed := 0
