-- Plans whose predictions missed the allowed error: the autonomy of the application was set once, and an owner may set it again.
create table missed_prediction (
    application text not null,
    plan_id     text not null,
    primary key (application, plan_id)
);
