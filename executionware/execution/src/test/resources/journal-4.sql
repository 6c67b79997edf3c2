CREATE TABLE created (application text not null, copy text not null, host_id text not null,
    primary key (application, copy, host_id));
CREATE TABLE entries (application text primary key, generation integer not null, entries text not null);
INSERT INTO "entries" VALUES('app-0',1,'{"entries":[{"usersId":"everyone","to":"front:1","endpointName":"http","port":80,"path":"users.isp/ipv4 -> site-1.isp/ipv4","targetAddress":"10.1.1.101"}]}');
CREATE TABLE footprint (application text not null, host_id text not null, primary key (application, host_id));
INSERT INTO "footprint" VALUES('app-0','host-21');
INSERT INTO "footprint" VALUES('app-0','host-11');
CREATE TABLE plans (id text primary key, application text not null, plan text not null, report text);
INSERT INTO "plans" VALUES('ec48ecb24371fe74355f70fd7eb4e10cc032811d53c54266088105564efbb1e0','app-0','{"application":"app-0","applicationVersion":"1","generation":1,"instances":[{"instance":"db:1","siteId":"site-2","hostId":"host-21","generation":1,"addressSlot":100,"spec":{"form":"container","image":"image-of-db","cpu":100,"memory":10485760,"environment":{"PORT":"81"},"endpoints":[{"name":"http","port":81,"readiness":{"type":"HttpAnswers","path":"/","status":200}}],"addresses":[{"at":"site-2.isp/ipv4","address":"10.1.2.100","prefixLength":24,"gateway":"10.1.2.1"}],"secrets":[]}},{"instance":"front:1","siteId":"site-1","hostId":"host-11","generation":1,"addressSlot":101,"spec":{"form":"container","image":"image-of-front","cpu":100,"memory":10485760,"environment":{"PORT":"80"},"endpoints":[{"name":"http","port":80,"readiness":{"type":"HttpAnswers","path":"/","status":200}}],"addresses":[{"at":"site-1.isp/ipv4","address":"10.1.1.101","prefixLength":24,"gateway":"10.1.1.1"}],"secrets":[]}}],"links":[{"from":"front:1","to":"db:1","endpointName":"http","port":81,"path":"site-1.isp/ipv4 -> site-2.isp/ipv4","sourceAddress":"10.1.1.101","targetAddress":"10.1.2.100"}],"entries":[{"usersId":"everyone","to":"front:1","endpointName":"http","port":80,"path":"users.isp/ipv4 -> site-1.isp/ipv4","targetAddress":"10.1.1.101"}],"bandwidth":[]}',NULL);
CREATE TABLE runs (id integer primary key autoincrement, application text not null,
    plan_id text not null references plans, state text not null, attempt integer not null,
    started_at text not null, ended_at text, error text, previous_plan_id text references plans, undo_plan_id text references plans, undo_at text, terms text, cancelled_by text, cancelled_at text);
INSERT INTO "runs" VALUES(1,'app-0','ec48ecb24371fe74355f70fd7eb4e10cc032811d53c54266088105564efbb1e0','RUNNING',1,'1970-01-01T00:00:00Z',NULL,NULL,NULL,NULL,NULL,'{"onFailure":"undo","statefulComponentIds":["db"]}','ana','1970-01-01T00:00:00Z');
CREATE TABLE steps (run_id integer not null references runs, attempt integer not null, number integer not null,
    kind text not null, text text not null, state text not null, tries integer not null,
    started_at text, ended_at text, error text, phase text not null default 'DEPLOY', host_id text, image text, waits_for text not null default '', primary key (run_id, attempt, number));
INSERT INTO "steps" VALUES(1,1,1,'IMAGE','[] -> #1 IMAGE db:1@1 on host-21, is not there yet','DONE',1,'1970-01-01T00:00:00Z','1970-01-01T00:00:00Z',NULL,'DEPLOY','host-21','image-of-db','');
INSERT INTO "steps" VALUES(1,1,2,'CREATE','[1] -> #2 CREATE db:1@1 on host-21, is not there yet','PENDING',0,NULL,NULL,NULL,'DEPLOY','host-21','image-of-db','1');
INSERT INTO "steps" VALUES(1,1,3,'CONFIRM','[2] -> #3 CONFIRM db:1@1 on host-21, is not there yet','PENDING',0,NULL,NULL,NULL,'DEPLOY','host-21','image-of-db','2');
INSERT INTO "steps" VALUES(1,1,4,'IMAGE','[] -> #4 IMAGE front:1@1 on host-11, is not there yet','PENDING',0,NULL,NULL,NULL,'DEPLOY','host-11','image-of-front','');
INSERT INTO "steps" VALUES(1,1,5,'CREATE','[3 4] -> #5 CREATE front:1@1 on host-11, is not there yet','PENDING',0,NULL,NULL,NULL,'DEPLOY','host-11','image-of-front','3 4');
INSERT INTO "steps" VALUES(1,1,6,'CONFIRM','[5] -> #6 CONFIRM front:1@1 on host-11, is not there yet','PENDING',0,NULL,NULL,NULL,'DEPLOY','host-11','image-of-front','5');
INSERT INTO "steps" VALUES(1,1,7,'ENTRY','[6] -> #7 ENTRY, users reach front:1 on host-11','PENDING',0,NULL,NULL,NULL,'DEPLOY',NULL,NULL,'6');
CREATE TABLE targets (application text primary key, plan_id text not null references plans, since text not null);
INSERT INTO "targets" VALUES('app-0','ec48ecb24371fe74355f70fd7eb4e10cc032811d53c54266088105564efbb1e0','1970-01-01T00:00:00Z');
CREATE TABLE unconfirmed (application text not null, copy text not null, primary key (application, copy));
CREATE INDEX runs_by_application on runs (application, id);
