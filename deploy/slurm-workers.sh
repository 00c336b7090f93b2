#!/bin/bash
#SBATCH --job-name=solveig
#SBATCH --nodes=1
#SBATCH --exclusive
#SBATCH --time=24:00:00
#SBATCH --signal=B:TERM@120
#SBATCH --requeue
#
# Workers of a campaign, one process a node with a thread a core:
#   SOLVEIG_SERVER=tls://queue.example.org:4222 SOLVEIG_KEY=$HOME/worker.nk sbatch --array=1-100 slurm-workers.sh
# The program reads SOLVEIG_SERVER itself, so that it does not stand among the arguments, which all users of a node see.
set -euo pipefail

: "${SOLVEIG_SERVER:?set it to the address of the NATS server}"
export SOLVEIG_SERVER
game="${SOLVEIG_GAME:-othello:8x8}"
credentials=()
if [ -n "${SOLVEIG_KEY:-}" ]; then
    credentials=(--key "$SOLVEIG_KEY")
elif [ -n "${SOLVEIG_CREDENTIALS:-}" ]; then
    credentials=(--credentials "$SOLVEIG_CREDENTIALS")
fi

# Two minutes before the time is up SLURM tells the batch script alone (B:), which is the worker itself by then. It takes no
# job more, and what does not end within 100 seconds goes back. Ten minutes without a job mean that the campaign is over.
exec solveig campaign worker "$game" ${credentials[@]+"${credentials[@]}"} --drain 100 \
    --threads "${SLURM_CPUS_ON_NODE:-1}" --memory "${SOLVEIG_MEMORY:-8GiB}" --idle 600
