-- Completed starts of copies, from the begin of their creation until they were ready. The newest of each host, form and image are kept.
create table start_time (
    host_id     text    not null,
    form        text    not null,   -- container, microvm or vm
    image       text    not null,
    at          text    not null,   -- when the copy was ready; ISO 8601 with milliseconds, UTC
    host_type   text    not null,
    millis      bigint  not null,
    version     text,               -- digest of the content of the image; absent if unknown
    primary key (host_id, form, image, at)
);

-- Completed transfers of images to hosts. The newest of each host and image are kept.
create table image_transfer (
    host_id     text    not null,
    image       text    not null,
    at          text    not null,   -- when the host had unpacked the layer; ISO 8601 with milliseconds, UTC
    bytes       bigint  not null,   -- sent
    millis      bigint  not null,
    version     text,               -- digest of the content of the image; absent if unknown
    primary key (host_id, image, at)
);

-- For the removal of old ones.
create index start_time_at on start_time (at);
create index image_transfer_at on image_transfer (at);
