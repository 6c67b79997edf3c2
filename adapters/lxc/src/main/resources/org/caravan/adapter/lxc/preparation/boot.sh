# Copies come back after a reboot without the server: each copy's own folder says how to start it, and the first copy on the host brings
# the script that starts all of them. Last of the parts, for it is about nothing else.
boot_unit() {
    if ! with_systemd; then
        tell advice copies-at-boot "systemd does not run here" "run $CARAVAN/boot when the machine starts, or copies stay down after that"
    elif has_text /etc/systemd/system/caravan-copies.service "$(boot_text)" && systemctl is-enabled --quiet caravan-copies; then
        ok copies-at-boot "caravan-copies.service starts them"
    else
        change copies-at-boot "caravan-copies.service starts copies at boot, by $CARAVAN/boot" install_boot_unit
    fi
}

# Not a condition on the script: copies come later than the machine.
boot_text() {
    cat <<END
[Unit]
Description=Copies of Caravan on this host
After=network-online.target caravan-bridge.service docker.service
Wants=network-online.target
Before=lxc.service

[Service]
Type=oneshot
RemainAfterExit=yes
KillMode=process
ExecStart=/bin/sh -c '[ ! -x $CARAVAN/boot ] || exec $CARAVAN/boot'

[Install]
WantedBy=multi-user.target
END
}

# Restarts copies that ended. Without the service the first copy starts it, and it ends with the machine.
keeper_unit() {
    with_systemd || return 0
    if has_text /etc/systemd/system/caravan-keeper.service "$(keeper_text)" && systemctl is-enabled --quiet caravan-keeper; then
        ok copies-kept "caravan-keeper.service restarts them when they end"
    else
        change copies-kept "caravan-keeper.service restarts copies that ended, by $CARAVAN/keeper" install_keeper_unit
    fi
}

# It ends where there are no copies, and is then started with the next one. Copies that it started outlive it.
keeper_text() {
    cat <<END
[Unit]
Description=Restarts copies of Caravan on this host
After=caravan-copies.service
ConditionPathExists=$CARAVAN/keeper

[Service]
ExecStart=/bin/bash $CARAVAN/keeper
Restart=on-failure
RestartSec=5
KillMode=process

[Install]
WantedBy=multi-user.target
END
}

install_keeper_unit() {
    write_file /etc/systemd/system/caravan-keeper.service "$(keeper_text)" && systemctl daemon-reload && systemctl enable caravan-keeper
}

install_boot_unit() {
    write_file /etc/systemd/system/caravan-copies.service "$(boot_text)" && systemctl daemon-reload && systemctl enable caravan-copies
}

boot_unit
keeper_unit
