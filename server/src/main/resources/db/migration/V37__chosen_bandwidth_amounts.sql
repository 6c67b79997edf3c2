-- The chosen bandwidth itself, as JSON: the target plan has none of a copy that uses no uplink. Null in rows of earlier versions.
alter table chosen_bandwidth add column amounts text;
-- Bandwidth that a plan would give, as JSON; it becomes the chosen one when that plan is the target.
alter table chosen_bandwidth add column proposed text;
alter table chosen_bandwidth add column proposed_plan text; -- id of the plan
