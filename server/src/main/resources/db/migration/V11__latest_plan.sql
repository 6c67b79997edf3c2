-- The latest plan of an application is asked for with each look at it: without reading all that were made before.
create index plan_of_application on plan (application, number);
