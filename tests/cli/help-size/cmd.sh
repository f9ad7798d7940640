# The help of every command fits on a screen and has two examples; all options are in --help-all.
riwalk help >commands
for command in $(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' commands); do
    riwalk help "$command" >short
    riwalk help "$command" --all >long
    awk -v command="$command" '
        length > 80 { print command ": too wide: " $0 }
        /^Examples:/ { examples = NR }
        examples && /^  riwalk / || /^  source / { count++ }
        END {
            if (NR > 45) print command ": " NR " lines"
            if (count != 2) print command ": " count " examples"
        }' short
    shown=$(sed -n 's/.*shows all \([0-9]*\) options.*/\1/p' short)
    listed=$(grep -c '^  \(-., \|    \)--' long)
    [ "$shown" = "$listed" ] || echo "$command: $shown options, $listed listed"
done
wc -l <commands
