-- What a decision about an action is about, which was read from the text of its key before.
alter table decision add column hosts text;             -- ids of lost hosts, JSON
alter table decision add column target text;            -- digest of the plan that was the target
alter table decision add column moved_to text;          -- ids of hosts that get copies, JSON
alter table decision add column expires text;           -- of a proposal: ISO 8601, UTC
