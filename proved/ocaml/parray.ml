(* Trusted: the persistent arrays of Coq (Baker 1978). The newest version is a plain array, older
   ones are differences from it. *)
type 'a t = 'a kind ref
and 'a kind = Array of 'a array * 'a | Difference of int * 'a * 'a t

let max_length = 4194303
let make n d : 'a t =
  ref (Array (Array.make (if 0 <= n && n <= max_length then n else max_length) d, d))

(* Makes [t] the newest version, without recursion: versions may be many. *)
let reroot t =
  let rec path t above = match !t with
    | Array _ -> t, above
    | Difference (_, _, u) -> path u (t :: above) in
  let newest, above = path t [] in
  ignore (List.fold_left (fun newest t ->
    (match !newest, !t with
     | Array (a, d), Difference (i, x, _) ->
       let old = a.(i) in
       a.(i) <- x; t := Array (a, d); newest := Difference (i, old, t)
     | _ -> assert false);
    t) newest above)

let rec view t = match !t with Array (a, d) -> a, d | Difference _ -> reroot t; view t
let get t i = let a, d = view t in if 0 <= i && i < Array.length a then a.(i) else d
let set t i x =
  let a, d = view t in
  if 0 <= i && i < Array.length a then begin
    let old = a.(i) in
    a.(i) <- x;
    let newest = ref (Array (a, d)) in
    t := Difference (i, old, newest); newest
  end else t
let default t = snd (view t)
let length t = Array.length (fst (view t))
let copy t = let a, d = view t in ref (Array (Array.copy a, d))
