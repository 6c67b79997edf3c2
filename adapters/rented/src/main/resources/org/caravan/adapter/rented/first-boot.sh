# Run once by a rented machine, as root; WORD and KEY stand before. Short, because providers bound it: what makes the machine
# fit is sent over SSH later. First the machine proves which host key is its own: the word is known to it and to who ordered it
# alone, and worth nothing once the key is pinned.
umask 022
FOLDER=${CARAVAN_FOLDER:-/var/lib/caravan}
KEYS=${CARAVAN_KEYS:-/etc/ssh}
LOGIN=${CARAVAN_LOGIN:-/root/.ssh}
mkdir -p "$FOLDER"
[ -f "$KEYS/ssh_host_ed25519_key.pub" ] || ssh-keygen -q -t ed25519 -N '' -f "$KEYS/ssh_host_ed25519_key"
digest() { printf '%s%s' "$WORD" "$1" | sha256sum | cut -d ' ' -f 1; }
digest "$(digest "$(cut -d ' ' -f 1,2 "$KEYS/ssh_host_ed25519_key.pub")")" >"$FOLDER/host-key-proof"
# Cloud images list the same key for root with a command that sends people away: the first line with a key counts.
mkdir -p "$LOGIN" && chmod 700 "$LOGIN" && touch "$LOGIN/authorized_keys"
{
    grep -vF "$(echo "$KEY" | cut -d ' ' -f 2)" "$LOGIN/authorized_keys" || true
    echo "$KEY"
} >"$LOGIN/authorized_keys.new"
chmod 600 "$LOGIN/authorized_keys.new" && mv -f "$LOGIN/authorized_keys.new" "$LOGIN/authorized_keys"
