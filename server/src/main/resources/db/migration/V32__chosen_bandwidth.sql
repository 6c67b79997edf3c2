-- Copies whose bandwidth a person chose at run time; the values are those of the target plan. A choice applies to one revision of the model.
create table chosen_bandwidth (
    application text not null,
    instance    text not null,   -- component and number
    revision    bigint not null, -- of the model for which it was chosen
    chosen_by   text not null,   -- whose token it was, for people
    chosen_at   text not null,   -- ISO 8601, UTC
    primary key (application, instance)
);
