-- Texts as they were sent: models are parsed again from them, so that no stored form of a model can grow old.
create table infrastructure (
    revision    integer primary key autoincrement,
    name        text    not null,
    files       text    not null, -- JSON object: file name -> text
    accepted_at text    not null  -- ISO 8601, UTC
);

create table model (
    revision    integer primary key autoincrement,
    application text    not null,
    version     text    not null,
    digest      text    not null,
    files       text    not null, -- JSON object: file name -> text
    accepted_at text    not null
);
create index model_of_application on model (application, revision);

create table plan (
    number      integer primary key autoincrement,
    application text    not null,
    id          text    not null, -- digest of the plan; of the reasons where there is none
    outcome     text    not null, -- PLANNED or NO_PLACEMENT
    generation  integer not null,
    plan        text,             -- JSON; null for NO_PLACEMENT
    answer      text    not null, -- JSON, as the requester got it
    made_at     text    not null, -- ISO 8601, UTC
    unique (application, id)
);

create table probe_run (
    id          text    primary key,
    scope       text    not null, -- IDLE, STANDARD or FULL
    repetitions integer not null,
    state       text    not null, -- READY, RUNNING, DONE, CANCELLED or FAILED
    answer      text    not null, -- JSON, as far as the run was when its state changed
    asked_at    text    not null  -- ISO 8601, UTC
);
