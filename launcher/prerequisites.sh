# Debian packages that the parts of Caravan need; installed by apt where the user is root, else named.

# One line per need: what proves that it is there (a command, a file, or py:module), then the packages that bring it.
needs() {
  case $1 in
    build) printf '%s\n' 'javac openjdk-17-jdk-headless' 'mvn maven' ;;
    demo) printf '%s\n' 'python3 python3-minimal' 'lxc-start lxc' 'ip iproute2' 'ping iputils-ping' 'netperfmeter netperfmeter' \
        '/usr/sbin/sshd openssh-server' 'ssh openssh-client' 'gcc gcc libc6-dev' '/usr/include/stdio.h libc6-dev' \
        'zstd zstd' 'mmdebstrap mmdebstrap' 'curl curl' 'mkfs.ext4 e2fsprogs' 'ss iproute2' \
        '/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf fonts-dejavu-core' 'mount mount' 'nsenter util-linux' 'nft nftables' \
        'py:dns python3-dnspython' 'py:json libpython3-stdlib' ;;
    test) printf '%s\n' 'python3 python3-minimal' 'py:unittest libpython3-stdlib' 'py:dns python3-dnspython' 'py:flask python3-flask' \
        'py:waitress python3-waitress' 'py:pymysql python3-pymysql' 'py:redis python3-redis' 'fish fish' 'tshark tshark' 'tcpdump tcpdump' \
        'cc gcc libc6-dev' '/usr/include/stdio.h libc6-dev' ;;
    real) printf '%s\n' '/usr/sbin/mariadbd mariadb-server' 'psql postgresql-client' '/usr/bin/redis-server redis-server' \
        'py:celery python3-celery' 'busybox busybox-static' 'tini tini' 'chromium chromium' 'qemu-system-x86_64 qemu-system-x86' \
        'dockerd docker.io' 'docker-compose docker-compose' 'haproxy haproxy' 'pdns_server pdns-server pdns-backend-sqlite3' \
        'sqlite3 sqlite3' 'newuidmap uidmap' 'sysbench sysbench' 'mbw mbw' 'jq jq' 'iperf3 iperf3' \
        '/usr/bin/rustc rustc-web' '/usr/bin/cargo cargo-web' '/usr/share/doc/rust-web-src rust-web-src' 'ld.lld lld' 'skopeo skopeo' \
        'setfattr attr' ;;
    arm64) printf '%s\n' 'qemu-system-aarch64 qemu-system-arm' 'qemu-aarch64-static qemu-user-static' 'update-binfmts binfmt-support' \
      'arch-test arch-test' ;;
    power) printf '%s\n' 'python3 python3-minimal' 'cc gcc libc6-dev' '/usr/include/stdio.h libc6-dev' ;;
    filter) printf '%s\n' 'python3 python3-minimal' 'py:json libpython3-stdlib' 'ip iproute2' 'tc iproute2' 'nft nftables' \
      'nsenter util-linux' ;;
    load) printf '%s\n' 'py:aiohttp python3-aiohttp' ;;
    influxdb) printf '%s\n' 'clang clang' 'pkg-config pkg-config' 'go golang-go' 'cargo cargo-web' 'gcc gcc libc6-dev' ;;
    screen) printf '%s\n' 'xvfb-run xvfb' 'xauth xauth' 'curl curl' '/usr/share/doc/libgtk-3-0 libgtk-3-0' ;;
    vscode) printf '%s\n' 'unzip unzip' ;;
    window) printf '%s\n' 'chromium chromium' ;;
    series) printf '%s\n' 'python3 python3-minimal' 'py:ensurepip python3-venv' ;;
    nornet) printf '%s\n' 'nft nftables' ;;
    clouds) printf '%s\n' 'nft nftables' 'py:ensurepip python3-venv' '/usr/bin/mariadb mariadb-client-core' ;;
  esac
}

present() {
  case $1 in
    py:*) /usr/bin/python3 -c "import ${1#py:}" 2>/dev/null ;;
    /*) [ -e "$1" ] ;;
    *) command -v "$1" >/dev/null || [ -x "/usr/sbin/$1" ] || [ -x "/sbin/$1" ] ;;
  esac
}

missing_packages() {
  local set proof packages
  for set in "$@"; do
    needs "$set" | while read -r proof packages; do
      present "$proof" || printf '%s\n' $packages
    done
  done | sort -u
}

# require_packages SET…: after it every need of the sets is met.
require_packages() {
  local missing
  missing=$(missing_packages "$@" | tr '\n' ' ')
  [ -z "$missing" ] && return 0
  is_linux && command -v apt-get >/dev/null || fail "These are missing: $missing" "install them with your system's package tool."
  is_root || fail "These Debian packages are missing: $missing" "ask root to run: apt-get install $missing"
  say "installing by apt: $missing"
  install_quietly "$missing"
}

# Several of these packages start a daemon when installed (an SSH server, a bridge): none of them is wanted on the
# machine itself, so their start is forbidden while they are installed, and what was enabled is disabled again.
install_quietly() {
  local policy=/usr/sbin/policy-rc.d ours=no log=$CARAVAN_DATA/apt.log
  mkdir -p "$CARAVAN_DATA"
  if [ ! -e $policy ]; then
    printf '#!/bin/sh\nexit 101\n' > $policy
    chmod 755 $policy
    ours=yes
  fi
  local result=0
  # shellcheck disable=SC2086
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $1; } > "$log" 2>&1 </dev/null \
    || result=$?
  [ $ours = no ] || rm -f $policy
  [ $result -eq 0 ] || { tail -5 "$log" >&2; fail "apt could not install: $1" "read $log; is a package source set up and reachable?"; }
  disable_daemons "$1"
}

disable_daemons() {
  [ -d /run/systemd/system ] || return 0
  local package unit
  for package in $1; do
    case $package in
      openssh-server) unit=ssh ;;
      lxc) unit=lxc-net ;;
      mariadb-server) unit=mariadb ;;
      redis-server) unit=redis-server ;;
      docker.io) unit=docker ;;
      haproxy) unit=haproxy ;;
      pdns-server) unit=pdns ;;
      *) continue ;;
    esac
    systemctl disable --quiet "$unit" || true
  done
}
