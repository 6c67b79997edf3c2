-- Plans that a person said no to. A row is of what the id stands for: it stays where the same plan is made again, and goes when the no is taken back.
create table plan_rejection (
    application text not null,
    plan_id     text not null,
    rejected_at text not null, -- ISO 8601, UTC
    token_id    text not null,
    name        text not null, -- whose token it was, for people
    reason      text not null, -- empty where none was given
    primary key (application, plan_id)
);
