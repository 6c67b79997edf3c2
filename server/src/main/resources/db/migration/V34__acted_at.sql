-- When the action of a decision began, which may be much later than the decision: limits and cool-downs count from it.
alter table decision add column acted text;             -- ISO 8601, UTC; null before it begins, and in rows of earlier versions
