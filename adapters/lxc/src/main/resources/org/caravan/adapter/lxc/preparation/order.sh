[ "$(id -u)" -eq 0 ] || {
    tell missing user "root is needed, this is $(id -un)" "log in as root, or as a user with sudo rights without a password"
    exit 0
}
login
packages
kernel
modules
folders
ranges
layers
tunings
alignment
unneeded_services
no_bridge_of_lxc
bridge
routed
filters
autostart
