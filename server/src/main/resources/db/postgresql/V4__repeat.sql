-- Answers to requests with an Idempotency-Key, so that a repetition is answered and not carried out; kept for a day.
create table kept_answer (
    token_id        text    not null,
    idempotency_key text    not null,
    fingerprint     text    not null, -- SHA-256 of method, path, query and body
    status          integer not null, -- of HTTP; 0 while it is carried out
    content_type    text,
    location        text,
    body            bytea,
    asked_at        text    not null collate "C", -- ISO 8601, UTC
    primary key (token_id, idempotency_key)
);
create index kept_answer_by_age on kept_answer (asked_at);
