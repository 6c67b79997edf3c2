-- Decisions by which the server acts: what was decided, what kept it from acting, and how the action ended.
alter table decision add column action_key text;        -- the same for the same decision, so that it is made and carried out once
alter table decision add column action text;            -- kind of action; null where a decision is no action
alter table decision add column autonomy text;          -- that the owner chose
alter table decision add column state text;             -- DECIDED, DEPLOYING, DONE, FAILED, UNDONE, PROPOSED, OBSERVED, HELD, LAPSED
alter table decision add column limit_name text;        -- that kept the server from acting
alter table decision add column limit_text text;
alter table decision add column plan text;              -- id
alter table decision add column diff text;
alter table decision add column approved_by text;
alter table decision add column deployment integer;
alter table decision add column moves integer;
alter table decision add column starts integer;
alter table decision add column stops integer;
alter table decision add column ended text;             -- ISO 8601, UTC
create unique index decision_of_key on decision (action_key);
create index decision_of_state on decision (state);

-- How far the server goes by itself, where an owner has chosen; else the preset of the kind of action.
create table autonomy_choice (
    application text not null,
    action      text not null,
    autonomy    text not null,
    primary key (application, action)
);

-- Applications that the server must not change by itself.
create table frozen_application (
    application text primary key,
    since       text not null,    -- ISO 8601, UTC
    frozen_by   text not null,
    reason      text not null
);
