# Makes a bare Debian or Raspberry Pi OS machine fit for Caravan's containers, or only says what would have to change.
# POSIX sh, run as root; repeating it changes nothing. MODE check or prepare; BRIDGE for containers; NETWORK bridged (the
# bridge takes over the machine's cable) or routed (it has no port; for machines whose cloud knows only their own hardware
# address); MEASURING yes to bring the programs of `caravan node measure` too; LOGIN_KEY a public key that may log in as root.
#
# Writes one line per subject, four fields with tabs between: verdict, subject, what, what may help.
#   ok       nothing to do            change   `prepare` would do it      changed  done now        failed   could not be done
#   missing  only a person can fix   reboot   done, in force after one   advice   slower or weaker without it
set -eu
export LC_ALL=C PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin" DEBIAN_FRONTEND=noninteractive
: "${MODE:=check}" "${BRIDGE:=br0}" "${NETWORK:=bridged}" "${MEASURING:=no}" "${LOGIN_KEY:=}"
CARAVAN=/var/lib/caravan
FIRST_ID=1900544000 # above what useradd and systemd-nspawn give away, below 2^31
IDS=16777216        # 256 ranges of 65536: one for each copy
NOTES=$(mktemp -d)
trap 'rm -rf "$NOTES"' EXIT

tell() { # VERDICT SUBJECT WHAT [WAY-OUT]
    printf '%s\t%s\t%s\t%s\n' "$1" "$2" "$3" "${4:-}"
}

ok() { tell ok "$1" "$2"; }

# A change is made by a command, never by text: what is said and what is done cannot drift apart. AFTER reboot: done, it is in
# force only then.
change() { # SUBJECT WHAT COMMAND...
    subject=$1 what=$2
    shift 2
    if [ "$MODE" = check ]; then
        tell change "$subject" "$what"
    elif "$@" >"$NOTES/said" 2>&1 </dev/null; then
        tell "${AFTER:-changed}" "$subject" "$what" "${AFTER:+reboot the machine}"
    else
        tell failed "$subject" "$what: $(tail -n 1 "$NOTES/said" | tr '\t' ' ')" "${WAY_OUT:-try it by hand on the machine}"
    fi
}

write_file() { # PATH TEXT
    mkdir -p "${1%/*}" && printf '%s\n' "$2" >"$1.new" && mv -f "$1.new" "$1"
}

# Fields of a file that others write too are left alone: a file of ours is ours as a whole.
has_text() { # PATH TEXT
    [ "$(cat "$1" 2>/dev/null || true)" = "$2" ]
}

with_systemd() { [ -d /run/systemd/system ]; }
