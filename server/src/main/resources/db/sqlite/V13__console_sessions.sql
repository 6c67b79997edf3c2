-- Logins to the console. A row ends with its log-out: the cookie is worth nothing afterwards, at each server of the database.
create table console_session (
    cookie_digest blob primary key, -- SHA-256 of a random value
    token_id      text not null,    -- "local", or id in access_token
    token_digest  blob not null,    -- SHA-256 of the token that was shown: the token file may get another one
    opened_at     text not null,    -- ISO 8601, UTC
    expires_at    text not null
);
create index console_session_of_token on console_session (token_id, opened_at);
