-- What operators do, and attempts that they keep still: the shop does not expire those or give their money back.

create table audit_entry (
    id      bigint generated always as identity,
    at      timestamptz not null default now(),
    actor   text not null,
    action  text not null,
    subject text not null,
    reason  text not null default '',
    before  jsonb,
    after   jsonb,
    failure text not null default '',
    done_at timestamptz,
    constraint audit_entry_pkey primary key (id)
);

create index audit_entry_subject on audit_entry (subject, id);

alter table checkout_attempt add column held boolean not null default false;
-- Whether the customer has been shown why the last attempt failed.
alter table checkout add column told boolean not null default true;
create index checkout_attempt_watched on checkout_attempt (created_at)
    where held or state in ('created', 'authorizing', 'redirected', 'unknown', 'pending');
create index webhook_event_waiting on webhook_event (received_at) where handled_at is null;

---- create above / drop below ----

drop index webhook_event_waiting;
drop index checkout_attempt_watched;
alter table checkout_attempt drop column held;
alter table checkout drop column told;
drop table audit_entry;
