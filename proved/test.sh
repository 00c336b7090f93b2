#!/bin/sh
# Tests the proofs and the program: sh test.sh SOLVEIG [NUMBER], where SOLVEIG is the program
# `solveig`, which makes the files and checks them, too, and NUMBER that of forged files. The whole
# test: make test SOLVEIG=path
set -eu
cd "$(dirname "$0")"
solveig=${1:?usage: sh test.sh SOLVEIG}
forged=${2:-500}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAILS: $*"; exit 1; }

echo "no axioms in the sources, and no check of Coq's turned off"
sources="$(echo *.v Rules/*.v Boards/*.v Bridge/*.v Kernel/*.v)"
words='Admitted|admit|give_up|Axioms?|Parameters?|Conjectures?|bypass_check|Declare ML Module'
words="$words|type.in.type|(Guard|Positivity|Universe) Checking|Definitional UIP|impredicative.set"
if grep -niE "\b($words)\b" $sources Makefile; then fail "an axiom, or a proof left out"; fi
[ "$(cat _CoqProject)" = '-Q . Proved' ] || fail "other options in _CoqProject"

echo "lines"
longest=$(cat *.v */*.v ocaml/*.ml | awk '{ if (length($0) > n) n = length($0) } END { print n }')
[ "$longest" -le 100 ] || fail "a line of $longest columns"
to_read=$(grep -l '^(\*\* To be read' *.v */*.v | xargs cat | wc -l)
read_on=$(grep -l '^(\*\* To read on' *.v */*.v | xargs cat | wc -l)
for game in 'ConnectFour Rules/Grid Solved' 'Mnk Rules/Grid Solved' 'Hex Rules/Grid Solved' \
  'Othello OthelloSolved'; do
  lines=$(for file in Game Program Rules/Games Rules/$game; do cat $file.v; done | wc -l)
  echo "  $lines to be read for ${game%% *}"
  [ "$lines" -le 300 ] || fail "more than 300 lines to be read"
  grep -q "\b$lines\b" README.md || fail "another number in README.md"
done
all=$(cat *.v */*.v ocaml/*.ml | wc -l)
echo "  $to_read to be read for all games, $read_on to read on, $all in all"

echo "games of Coq's kernel alone"
names=
make_files() { # game, name, options
  names="$names $2"
  "$solveig" solve "$1" --out "$work/$2.sol" --certificate "$work/$2.cert" $3 > "$work/log" 2>&1 \
    || { cat "$work/log"; fail "solve $1"; }
}
make_files connect-four:4x4 connect_four_4x4 ''
make_files 'mnk:3x3?k=3' mnk_3x3 ''
make_files othello:4x4 othello_4x4 ''
make_files hex:3x3 hex_3x3 ''
mkdir "$work/data"
coq() { timeout 300 coqc -q -w none -Q . Proved -Q "$work/data" Data "$1"; }
for name in $names; do
  build/to-coq "$work/$name.sol" "$work/$name.cert" > "$work/data/$name.v"
  coq "$work/data/$name.v"
done

echo "assumptions: primitive integers and arrays alone, by their full names"
for file in Kernel/Accepted Kernel/Results Kernel/Assumptions; do
  coq $file.v
done > "$work/assumptions"
grep -vxE ' .*|Axioms:' "$work/assumptions" | sed 's/ :.*//' | sort -u > "$work/names"
grep -q . "$work/names" || fail "no assumptions were printed"
grep -vE '^[A-Za-z0-9_.]+$' "$work/names" && fail "not the name of an assumption"
{ sed -n '/^Require/p' Kernel/Assumptions.v; sed 's/.*/Locate Term &./' "$work/names"; } \
  > "$work/data/names.v"
coq "$work/data/names.v" | sed 's/^Constant //; s/^ *(shorter name .*//' | grep . |
  sort -u > "$work/located"
for name in add eqb int land leb lor lsl lsr ltb lxor mul sub; do
  echo "Coq.Numbers.Cyclic.Int63.PrimInt63.$name"
done > "$work/primitives"
for name in add_spec eqb_correct eqb_refl land_spec leb_spec lor_spec lsl_spec lsr_spec ltb_spec \
  lxor_spec mul_spec of_to_Z sub_spec; do
  echo "Coq.Numbers.Cyclic.Int63.Uint63.$name"
done >> "$work/primitives"
for name in array default default_set get get_make get_out_of_bounds get_set_other get_set_same \
  length length_set make set; do
  echo "Coq.Array.PArray.$name"
done >> "$work/primitives"
[ "$(wc -l < "$work/located")" -eq "$(wc -l < "$work/names")" ] || fail "assumptions not located"
grep -vxFf "$work/primitives" "$work/located" && fail "an assumption that is no primitive"

# Published: Othello 8x8 (OEIS A124004), Connect Four 7x6 (7^n), Tic-tac-toe. Hex and the other
# boards of Othello: as `solveig perft` counts.
echo "numbers of paths, by the rules to be read"
paths() { # game, length, numbers
  [ "$(build/paths "$1" "$2")" = "$3" ] || fail "paths of $1"
}
paths othello:4x4 12 '1 4 12 44 128 424 1256 3624 9112 20032 36412 50268 55112'
paths othello:6x6 8 '1 4 12 56 244 1364 7604 47740 308716'
paths othello:8x8 6 '1 4 12 56 244 1396 8200'
paths connect-four:7x6 6 '1 7 49 343 2401 16807 117649'
paths 'mnk:3x3?k=3' 9 '1 9 72 504 3024 15120 54720 148176 200448 127872'
paths hex:3x3 9 '1 9 72 504 3024 15120 54720 146880 207360 120960'

verdict() { # program and arguments: holds, fails or undecided
  status=0; "$@" > "$work/out" 2>&1 || status=$?
  case $status in 0) echo holds ;; 1) echo fails ;; *) echo undecided ;; esac
}
ours() { verdict build/solveig-proved "$@"; }

echo "files of the program hold"
make_files connect-four:5x4 connect_four_5x4 ''
make_files connect-four:5x4 without_symmetry --no-symmetry
make_files 'connect-four:4x4?utility=score' score ''
make_files connect-four:4x4 strong '--scope strong'
make_files connect-four:4x4 weak '--scope weak'
make_files 'connect-four:4x4?utility=score' weak_score '--scope weak'
make_files 'mnk:3x3?k=3' weak_mnk '--scope weak'
make_files othello:6x4 weak_cut '--scope weak --cut 16'
make_files hex:3x3 weak_hex '--scope weak'
make_files connect-four:5x5 cut '--cut 16 --certificate-cut 14'
make_files 'mnk:4x3?k=3' mnk_4x3 ''
make_files 'mnk:8x5?k=2' mnk_8x5 ''
make_files 'mnk:10x6?k=2' mnk_10x6 ''
make_files connect-four:6x5 connect_four_6x5 ''
make_files othello:6x4 othello_6x4 ''
make_files othello:4x6 othello_cut '--cut 14 --certificate-cut 17 --no-symmetry'
make_files othello:4x4 othello_strong '--scope strong'
make_files hex:2x2 hex_2x2 ''
make_files hex:2x3 hex_2x3 ''
make_files hex:3x2 hex_without_symmetry --no-symmetry
make_files hex:3x3 hex_strong '--scope strong'
make_files hex:4x4 hex_4x4 ''
make_files hex:4x4 hex_cut '--cut 10 --certificate-cut 9'
for name in $names; do
  [ "$(ours "$work/$name.sol" "$work/$name.cert" --jobs 2)" = holds ] ||
    { cat "$work/out"; fail "$name"; }
  sed -n '1,2p' "$work/out" | sed 's/; digest.*//; s/^/  /'
done

echo "both verdicts by solveig verify --proved"
for name in othello_6x4 cut weak_hex; do
  PATH="$PWD/build:$PATH" "$solveig" verify -q "$work/$name.sol" --certificate "$work/$name.cert" \
    --proved --threads 2 > "$work/out" || { cat "$work/out"; fail "$name"; }
  tail -n 1 "$work/out" | grep -q '^holds by the proved checker, too' || fail "one verdict of $name"
done

echo "in parts"
for k in 1 2 3 4 5; do
  [ "$(ours "$work/connect_four_6x5.sol" "$work/connect_four_6x5.cert" --part $k/5)" = holds ] ||
    { cat "$work/out"; fail "part $k"; }
  grep -q "^part $k of 5, nothing false: " "$work/out" || fail "the words of a part"
done

echo "boards of two words, and paths that are not packed"
for name in othello_4x4 othello_6x4; do
  build/two-words "$work/$name.sol" "$work/$name.cert" |
    grep -q '^holds' || fail "$name by two words"
done

echo "a file written to while it is checked"
cp "$work/connect_four_6x5.sol" "$work/g.sol"
build/solveig-proved "$work/g.sol" "$work/connect_four_6x5.cert" > "$work/out" 2>&1 & check=$!
while kill -0 $check 2> /dev/null; do touch "$work/g.sol"; done
status=0; wait $check || status=$?
[ $status -eq 2 ] && grep -q 'written to meanwhile' "$work/out" || fail "a file written to"

echo "$forged forged files: the verdicts of both checkers"
sh forged.sh "$solveig" "$forged"

echo "a byte changed"
size=$(wc -c < "$work/mnk_3x3.sol")
k=0
while [ $k -lt "$size" ]; do
  cp "$work/mnk_3x3.sol" "$work/f.sol"
  old=$(od -An -tu1 -j $k -N 1 "$work/f.sol" | tr -d ' ')
  printf "\\$(printf '%03o' $((old ^ 4)))" |
    dd of="$work/f.sol" bs=1 seek=$k conv=notrunc 2> /dev/null
  a=$(ours "$work/f.sol" "$work/mnk_3x3.cert")
  [ "$a" != holds ] || fail "byte $k"
  k=$((k + 17))
done
echo "all tests pass"
