-- In which trace a plan was made, as W3C Trace Context writes it (traceparent); null where none was told.
alter table plan add column trace text;
