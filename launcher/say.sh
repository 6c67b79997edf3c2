# How the launcher talks: one line per thing done, seconds since the command was given in front.

say() { printf '%4ds  %s\n' "$SECONDS" "$*"; }

# What went wrong, then a way out; nothing after it is done.
fail() {
  printf '%s\n' "$1" >&2
  [ $# -lt 2 ] || printf '    Maybe %s\n' "$2" >&2
  exit 1
}

is_root() { [ "$(id -u)" -eq 0 ]; }
is_linux() { [ "$(uname -s)" = Linux ]; }
