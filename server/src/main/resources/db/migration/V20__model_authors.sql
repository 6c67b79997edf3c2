-- Who handed over each model, by name; null where an earlier version accepted it.
alter table model add column handed_over_by text;

-- Who handed over the model that the plan in force of an application was made from.
create table deployed_model (
    application    text primary key,
    handed_over_by text not null
);
