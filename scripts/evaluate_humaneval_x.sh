#!/usr/bin/env bash
# Drop-in for HumanEval-X's evaluation script:
#
#   bash scripts/evaluate_humaneval_x.sh RESULT_FILE LANG N_WORKERS [TIMEOUT]
#
# Judges RESULT_FILE in xeval's sandbox, writes RESULT_FILE's name with
# _results beside it, and prints what the old evaluator printed, all by its own
# criterion. TIMEOUT is the limit of a run in seconds (default 5); builds keep
# their own. XEVAL names the binary, HUMANEVAL_X the data (default: what
# "xeval data fetch humaneval-x" fetched).
set -euo pipefail

if [ $# -lt 3 ] || [ $# -gt 4 ] || [[ ! $3 =~ ^[0-9]+$ ]] || [[ ! ${4:-5} =~ ^[0-9.]+$ ]]; then
	sed -n '4p' "$0" | cut -c5- >&2
	exit 2
fi
file=$1 lang=$2 workers=$3 timeout=${4:-5}

case $file in
*.jsonl) results=${file%.jsonl}_results.jsonl ;;
*.jsonl.gz) results=${file%.jsonl.gz}_results.jsonl.gz ;;
*)
	echo "evaluate_humaneval_x.sh: $file: expected a name that ends in .jsonl or .jsonl.gz" >&2
	exit 2
	;;
esac

# The old evaluator took a name with -to-LANG- for translations to LANG.
languages=(--lang "$lang")
name=$(basename "$file")
if [[ $name =~ ([A-Za-z+]+)-to-([A-Za-z+]+)[-_.] ]]; then
	source=${BASH_REMATCH[1]##*_} target=${BASH_REMATCH[2]}
	if [ "$lang" != "$target" ]; then source=$lang; fi
	languages=(--lang "$target" --from "$source")
fi

xeval=${XEVAL:-}
if [ -z "$xeval" ]; then
	xeval=$(cd "$(dirname "$0")/.." && pwd)/bin/xeval
	[ -x "$xeval" ] || xeval=xeval
fi

exec "$xeval" eval "$file" "${languages[@]}" --data "${HUMANEVAL_X:-humaneval-x}" \
	--jobs "$workers" --run-cpu "${timeout}s" -o "${results%.jsonl*}.xeval" --force \
	--official-results "$results" --format upstream
