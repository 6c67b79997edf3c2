-- Where providers that infrastructures name may be asked: HOST or HOST:PORT.
create table allowed_endpoint (
    endpoint   text primary key,
    allowed_at text not null -- ISO 8601, UTC
);

-- A row once the endpoints of the infrastructure in force were allowed, because they were asked before there was a list.
create table endpoints_taken_over (
    at text not null -- ISO 8601, UTC
);
