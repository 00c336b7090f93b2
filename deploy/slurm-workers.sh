#!/bin/bash
#SBATCH --job-name=solveig
#SBATCH --nodes=1
#SBATCH --exclusive
#SBATCH --time=24:00:00
#SBATCH --signal=TERM@120
#SBATCH --requeue
#
# Workers of a campaign, one process a node with a thread a core:
#   SOLVEIG_SERVER=tls://queue.example.org:4222 sbatch --array=1-100 slurm-workers.sh
set -euo pipefail

: "${SOLVEIG_SERVER:?set it to the address of the NATS server}"
game="${SOLVEIG_GAME:-othello:8x8}"
credentials=()
if [ -n "${SOLVEIG_CREDENTIALS:-}" ]; then
    credentials=(--credentials "$SOLVEIG_CREDENTIALS")
fi

# Two minutes before the time is up the worker is told, ends its position and gives back its job. Ten minutes without a
# job mean that the campaign is over.
exec solveig campaign worker "$game" --server "$SOLVEIG_SERVER" "${credentials[@]}" \
    --threads "${SLURM_CPUS_ON_NODE:-1}" --memory "${SOLVEIG_MEMORY:-8GiB}" --idle 600
