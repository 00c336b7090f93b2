#!/bin/sh
# The verdicts of both checkers on forged files, and in parts of every tenth: sh forged.sh SOLVEIG
# NUMBER
set -eu
cd "$(dirname "$0")"
solveig=${1:?usage: sh forged.sh SOLVEIG NUMBER} number=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

sources=
while read -r name game options; do
  "$solveig" solve "$game" --out "$work/$name.sol" --certificate "$work/$name.cert" $options \
    > "$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  sources="$sources $work/$name.sol $work/$name.cert"
done <<'FILES'
connect_four connect-four:4x3
connect_four_apart connect-four:4x4 --no-symmetry
connect_four_strong connect-four:4x3 --scope strong
connect_four_cut connect-four:4x4 --cut 8 --certificate-cut 6
connect_four_strong_cut connect-four:4x4 --scope strong --cut 5
connect_four_weak connect-four:4x3 --scope weak
connect_four_weak_cut connect-four:4x4 --scope weak --cut 8
score connect-four:4x3?utility=score
score_weak connect-four:4x3?utility=score --scope weak --no-symmetry
score_cut connect-four:5x3?utility=score --certificate-cut 7
mnk mnk:3x3?k=3
mnk_strong mnk:3x3?k=3 --scope strong
mnk_weak mnk:3x3?k=3 --scope weak
mnk_cut mnk:3x3?k=3 --no-symmetry --certificate-cut 4
mnk_two mnk:3x3?k=2
mnk_oblong mnk:3x4?k=3
othello othello:4x4
othello_apart othello:4x4 --no-symmetry
othello_strong othello:4x4 --scope strong --cut 8
othello_weak othello:4x4 --scope weak
othello_weak_cut othello:4x4 --scope weak --cut 10
othello_cut othello:4x4 --cut 10 --certificate-cut 8
hex_small hex:2x2
hex_oblong hex:2x3 --scope strong
hex hex:3x3
hex_apart hex:3x3 --no-symmetry
hex_cut hex:3x3 --cut 5 --certificate-cut 5
hex_weak hex:3x3 --scope weak
hex_strong hex:3x3 --scope strong --cut 4
FILES

cat > "$work/judge" <<'JUDGE'
solveig=$1 work=$2; shift 2
for n; do
  a=0; build/solveig-proved "$work/$n.sol" "$work/$n.cert" > "$work/$n.ours" 2>&1 || a=$?
  b=0; "$solveig" verify -q --threads 1 "$work/$n.sol" --certificate "$work/$n.cert" \
    > "$work/$n.theirs" 2>&1 || b=$?
  case $n in *0)
    p=0
    for k in 1 2 3; do
      c=0; build/solveig-proved "$work/$n.sol" "$work/$n.cert" --part $k/3 > /dev/null 2>&1 || c=$?
      [ $c -le $p ] || p=$c
    done
    [ $p -eq $a ] || { b=$p; echo "in three parts: status $p" > "$work/$n.theirs"; } ;;
  esac
  echo "$n $a $b"
  if [ $a -eq $b ]; then rm "$work/$n".*; fi
done
JUDGE
first=1; differ=0
while [ $first -le "$number" ]; do
  last=$((first + 499)); [ $last -le "$number" ] || last=$number
  build/forge "$work" $first $last $sources > "$work/lies"
  seq $first $last | xargs -P 2 -n 20 sh "$work/judge" "$solveig" "$work" > "$work/some"
  cat "$work/some" >> "$work/verdicts"
  for n in $(awk '$2 != $3 { print $1 }' "$work/some"); do
    if grep -q ': no proved ' "$work/$n.ours"; then continue; fi
    differ=$((differ + 1))
    grep "^$n " "$work/lies"; cat "$work/$n.ours" "$work/$n.theirs"
  done
  first=$((last + 1))
done
awk '{ n[$2 " " $3]++ } END {
  print "  both: " n["0 0"] + 0 " hold, " n["1 1"] + 0 " refused, " n["2 2"] + 0 " undecided";
  print "  no proved check: " n["2 0"] + n["2 1"] }' "$work/verdicts"
[ $differ -eq 0 ] || { echo "FAILS: $differ verdicts differ"; exit 1; }
