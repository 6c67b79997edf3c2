-- When hosts lowered the capacity of an access link because its quota was used up, as they report it; each is recorded as a decision once.
create table quota_switch (
    host    text not null,
    link    text not null,   -- id of the ISP
    begin   text not null,   -- of the day or month; ISO 8601, UTC
    at      text not null,   -- ISO 8601, UTC
    renewed text,            -- when it was seen that the capacity is the usual one again; null before
    primary key (host, link, begin)
);
-- Shares of copies on access links are multiplied by it.
alter table organisation add column weight double precision not null default 1;
