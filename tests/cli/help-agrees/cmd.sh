# Help, manual page and completion of every command have the same options; help fits on a screen, and its examples parse:
# over files that are not there they fail, but not as a wrong command line does.
riwalk help >commands
riwalk completion bash >completion
for command in $(sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' commands); do
    riwalk "$command" --help >short
    riwalk "$command" --help-all >long
    awk -v command="$command" 'length > 80 { print command ": too wide: " $0 }' short long
    awk -v command="$command" '/^  (source <\()?riwalk / { count++ }
        END { if (NR > 45 || count != 2) print command ": " NR " lines, " count " examples" }' short
    sed -n 's/^  \(-., \|    \)\(--[A-Za-z0-9-]*\).*/\2/p' long | sort >options
    sed -n 's/^  \(-., \|    \)\(--[A-Za-z0-9-]*\).*/\2/p' short | sort | comm -23 - options
    sed -n "s/.*shows all \([0-9]*\) options.*/\1/p" short | grep -qx "$(wc -l <options)" ||
        echo "$command: other options are counted than listed"
    { riwalk man "$command" && riwalk man; } | sed 's/\\-/-/g' | grep '^\\fB-' | grep -o -e '--[A-Za-z][A-Za-z0-9-]*' |
        sort -u | diff options - || echo "$command: the manual has other options"
    sed -n "/^    $command:\*)/,/;;/s/.*words='\(-[^']*\)'.*/\1/p" completion | tr ' ' '\n' | sort |
        diff options - || echo "$command: the completion has other options"
    sed -n '/^Examples:/,$s/^.*\(riwalk [a-z]* [^|>)]*\).*/\1/p' long | grep -v ' --nodes 1000000 ' >examples
    while read -r line; do
        sh -c "$line" >/dev/null 2>&1 </dev/null
        [ $? -ne 2 ] || echo "$command: '$line' is not a command line"
    done <examples
done
wc -l <commands
