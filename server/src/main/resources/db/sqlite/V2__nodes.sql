-- Hosts on which nothing is placed until a person says otherwise.
create table drained_host (
    host_id text primary key,
    since   text not null -- ISO 8601, UTC
);

-- What measurements said a host can do; the one with the highest version counts.
create table capability (
    host_id     text    not null,
    version     integer not null, -- of this host, from 1
    measured_at text    not null, -- ISO 8601, UTC
    record      text    not null, -- JSON
    primary key (host_id, version)
);
