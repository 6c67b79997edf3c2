require_ours
running || fault FAILED "The copy ($LABEL) on host ($HOST) does not run, so it uses nothing." "it crashed: look into its log."
# All of the machine: user, nice, system, interrupts, in hundredths of a second.
awk '$1 == "cpu" { print "cpu " ($2 + $3 + $4 + $7 + $8) * 10 }' /proc/stat
awk '$1 == "MemTotal:" { all = $2 } $1 == "MemAvailable:" { print "memory " (all - $2) * 1024 }' /proc/meminfo
