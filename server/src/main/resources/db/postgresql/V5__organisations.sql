-- To whom things belong. None is ever removed.
create table organisation (
    name    text collate "C" primary key,
    made_at text not null -- ISO 8601, UTC
);
insert into organisation (name, made_at) values ('default', '1970-01-01T00:00:00Z');

-- A name belongs to one organisation, whoever else wishes for it.
create table owned (
    kind         text not null, -- APPLICATION or IMAGE
    name         text not null collate "C",
    organisation text not null references organisation (name),
    primary key (kind, name)
);
insert into owned (kind, name, organisation) select distinct 'APPLICATION', application, 'default' from model;

-- Who brought a layer of an image, and so may take it again. Layers that nobody is said to have brought are those of the organisation default.
create table layer_bringer (
    digest       text not null,
    organisation text not null references organisation (name),
    primary key (digest, organisation)
);

-- Null: of the installation, which all tokens were until now.
alter table access_token add column organisation text references organisation (name);
-- Who logged in to the console at an issuer; null: an admin made the token.
alter table access_token add column subject text;

-- Logins at an issuer that were begun and did not end yet.
create table begun_login (
    cookie_digest bytea primary key, -- SHA-256
    request       text not null,    -- JSON
    begun_at      text not null     -- ISO 8601, UTC
);

-- Empty: of the installation. In the digest only where it is not empty, so that earlier entries keep theirs.
alter table audit_entry add column organisation text not null default '';
