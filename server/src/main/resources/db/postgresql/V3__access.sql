-- Tokens that an admin made; of the token itself and of the console's cookie made from it digests alone are kept.
create table access_token (
    id            text primary key,
    name          text not null,
    role          text not null,
    token_digest  bytea not null, -- SHA-256
    cookie_digest bytea not null, -- SHA-256
    made_at       text not null collate "C", -- ISO 8601, UTC
    expires_at    text not null,
    revoked_at    text,
    used_at       text           -- last use, to the minute
);

-- Who asked for what change, and what came of it. Each entry has the digest of the one before: none can be changed or taken out unseen.
create table audit_entry (
    number   bigint primary key, -- from 1, without a gap
    at       text    not null,    -- ISO 8601, UTC
    event    text    not null,    -- ASKED, ANSWERED or REFUSED
    asked    bigint  not null,    -- number of the entry ASKED that this one answers; its own if it answers none
    token_id text    not null,
    name     text    not null,
    role     text    not null,
    address  text    not null,    -- the caller's, literal
    request  text    not null,    -- method and path, without the query
    status   integer not null,    -- of HTTP; 0 for ASKED
    digest   text    not null     -- SHA-256 of the digest before and of all of the above
);
create function audit_log_is_append_only() returns trigger language plpgsql as $$ begin raise exception 'the audit log is append-only'; end; $$;
create trigger audit_entry_is_never_changed before update or delete or truncate on audit_entry for each statement execute function audit_log_is_append_only();
