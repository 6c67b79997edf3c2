-- Bandwidth that plans would give, as JSON; it becomes the chosen one when the plan is the target. Plans of people and of rules can wait at the same
-- time, so a proposal replaces only an earlier one of the same person or rule.
create table proposed_bandwidth (
    application text not null,
    instance    text not null,   -- component and number
    proposed_by text not null,   -- name of the person or rule
    plan        text not null,   -- id of the plan
    revision    bigint not null, -- of the model for which it was proposed
    proposed_at text not null,   -- ISO 8601, UTC
    amounts     text not null,
    primary key (application, instance, proposed_by)
);
insert into proposed_bandwidth (application, instance, proposed_by, plan, revision, proposed_at, amounts)
    select application, instance, chosen_by, proposed_plan, revision, chosen_at, proposed from chosen_bandwidth where proposed_plan is not null;
delete from chosen_bandwidth where proposed_plan is not null and amounts is null;
alter table chosen_bandwidth drop column proposed;
alter table chosen_bandwidth drop column proposed_plan;
