-- Digest of the texts of the model that a plan was made from; null where a rule approved the plan, or its origin is not known.
alter table plan add column model text;
update plan set model = (select digest from model where model.application = plan.application and model.accepted_at <= plan.made_at
    order by model.revision desc limit 1)
    where not exists (select 1 from decision where decision.application = plan.application and decision.plan = plan.id
        and decision.approved_by like 'rule %');

-- Model whose plan a person approved last. Rules of a model act only if it is this one.
create table approved_model (
    application text primary key,
    digest      text not null
);
