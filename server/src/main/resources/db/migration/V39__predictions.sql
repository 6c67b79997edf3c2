-- What a deployed plan predicted for a request of a group of users, beside what its routers measured while the plan was in force.
-- Written every minute while it is measured; the last state stays when another plan follows.
create table prediction (
    application text not null,
    plan_id     text not null,
    users_id    text not null,
    request_id  text not null,
    until       text not null,   -- end of the measurement; ISO 8601, UTC
    answer      text not null,   -- JSON of the answer of REST
    primary key (application, plan_id, users_id, request_id)
);
