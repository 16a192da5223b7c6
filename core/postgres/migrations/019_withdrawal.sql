-- Withdrawals from contracts, and the moment from which their period runs.

alter table shop_order add column if not exists delivered_at timestamptz; -- the last delivery; null while one is under way

create table withdrawal (
    id           bigint generated always as identity (start with 5001),
    key          uuid not null,
    order_number text not null, -- as typed
    name         text not null,
    email        text not null,
    items        jsonb not null default '[]', -- as declared; empty is the whole order
    lang         text not null,
    customer_id  bigint not null default 0, -- who was logged in
    received_at  timestamptz not null,
    due_at       timestamptz not null,
    status       text not null default 'declared',
    reason       text not null default '',
    order_id     bigint, -- once one was found
    lines        jsonb not null default '[]',
    amount_minor bigint not null default 0,
    reminders    integer not null default 0,
    decided_at   timestamptz,
    settled_at   timestamptz,
    constraint withdrawal_pkey primary key (id),
    constraint withdrawal_key_once unique (key),
    constraint withdrawal_order_fkey foreign key (order_id) references shop_order (id),
    constraint withdrawal_amount_not_negative check (amount_minor >= 0),
    constraint withdrawal_status_known check (status in
        ('declared', 'review', 'accepted', 'refunding', 'by_hand', 'settled', 'refused'))
);

create index withdrawal_order_idx on withdrawal (order_id) where order_id is not null;
create index withdrawal_open_idx on withdrawal (due_at) where status not in ('settled', 'refused');

create table withdrawal_event (
    id            bigint generated always as identity,
    withdrawal_id bigint not null,
    kind          text not null,
    detail        text not null default '',
    at            timestamptz not null,
    constraint withdrawal_event_pkey primary key (id),
    constraint withdrawal_event_withdrawal_fkey foreign key (withdrawal_id) references withdrawal (id)
);

create index withdrawal_event_withdrawal_idx on withdrawal_event (withdrawal_id, id);

-- The label of the goods' way back; the mail links to it by its token.
create table withdrawal_return (
    withdrawal_id   bigint not null,
    carrier         text not null,
    reference       text not null,
    tracking_number text not null,
    token           text not null,
    label_type      text not null,
    label           bytea not null,
    constraint withdrawal_return_pkey primary key (withdrawal_id),
    constraint withdrawal_return_token_once unique (token),
    constraint withdrawal_return_withdrawal_fkey foreign key (withdrawal_id) references withdrawal (id)
);

---- create above / drop below ----

drop table withdrawal_return;
drop table withdrawal_event;
drop table withdrawal;
alter table shop_order drop column delivered_at;
