# Little address space is enough for small graphs, whatever the trainer.
skip_sanitized
riwalk generate karate -o graph.txt
ulimit -v 120000
riwalk info graph.txt | head -n 1
for trainer in sgns factor; do
    riwalk embed graph.txt -o $trainer.txt --trainer $trainer --dimensions 8 --walks 10 --threads 1 &&
        head -n 1 $trainer.txt
done
ls
