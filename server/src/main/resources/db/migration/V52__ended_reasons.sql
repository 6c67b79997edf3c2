-- When the condition of a rule was first known to have ended after this action; a rule without a pause acts once while its condition holds,
-- whichever server leads. ISO 8601, UTC; absent before.
alter table decision add column reason_ended text;
