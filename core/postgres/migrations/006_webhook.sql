-- Verified events of providers, stored before they are acknowledged.
create table webhook_event (
    id          bigint generated always as identity,
    plugin      text not null,
    event_id    text not null,
    reference   text not null default '',
    order_id    bigint not null default 0,
    attempt_id  text not null default '',
    result      jsonb not null,
    received_at timestamptz not null default now(),
    handled_at  timestamptz,
    constraint webhook_event_pkey primary key (id),
    constraint webhook_event_once unique (plugin, event_id)
);

---- create above / drop below ----

drop table webhook_event;
