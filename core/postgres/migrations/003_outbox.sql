-- Effects to deliver, written in the transaction that causes them. A delivered event stays for a while, so that the
-- same effect written again is not delivered again.
create table outbox (
  seq          bigint generated always as identity,
  id           text not null,
  topic        text not null,
  key          text not null,
  payload      jsonb not null,
  created_at   timestamptz not null default now(),
  due_at       timestamptz not null default now(), -- end of the backoff, or of the lease of the relay that has it
  attempts     int not null default 0,
  last_error   text not null default '',
  delivered_at timestamptz,
  dead_at      timestamptz, -- given up; an operator may requeue it
  constraint outbox_pkey primary key (id)
) with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

create index outbox_waiting on outbox (topic, seq) where delivered_at is null and dead_at is null;
create index outbox_waiting_of_key on outbox (topic, key, seq) where delivered_at is null and dead_at is null;
create index outbox_delivered on outbox (delivered_at) where delivered_at is not null;
create index outbox_dead on outbox (topic, seq) where dead_at is not null;

---- create above / drop below ----

drop table outbox;
