-- Statements that MariaDB and PostgreSQL accept.
CREATE TABLE sock (id integer PRIMARY KEY, name varchar(40) NOT NULL);
INSERT INTO sock VALUES (1, 'wool; warm'), (2, 'it''s silk');
