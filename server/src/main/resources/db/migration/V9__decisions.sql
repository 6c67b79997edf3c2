-- What the server decided by itself, the latest 10,000.
create table decision (
    number      integer primary key, -- rises
    at          text    not null,    -- ISO 8601, UTC
    rule        text    not null,    -- of the server's own, as path-silent
    application text,                -- null where it is about none
    subjects    text    not null,    -- JSON array of texts
    cause       text    not null,
    figures     text    not null,    -- JSON array of name, value, unit
    outcome     text    not null
);
create index decision_of_application on decision (application, number);
