# A reader that stops reading ends the writer soon: status 1, not a death by SIGPIPE.
(
    riwalk generate grid --rows 1000 --columns 1000
    echo "status $?" >&2
) | head -n 1
