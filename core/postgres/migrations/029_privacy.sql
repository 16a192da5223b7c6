-- What customers ask of their data, and the keys under which the histories of their workflows are written.

create table privacy_request (
    id           uuid not null,
    customer_id  bigint not null, -- of an account that may be gone
    kind         text not null,
    state        text not null default 'asked',
    requested_at timestamptz not null,
    due_at       timestamptz, -- when it goes on; null: at once, or never
    content      bytea, -- of an export: a sealed ZIP file
    constraint privacy_request_pkey primary key (id),
    constraint privacy_request_kind_known check (kind in ('export', 'deletion')),
    constraint privacy_request_state_known check (state in ('asked', 'ready', 'locked', 'keyless', 'done'))
);

create index privacy_request_customer_idx on privacy_request (customer_id, requested_at);
create unique index privacy_request_open on privacy_request (customer_id, kind) where state in ('asked', 'locked', 'keyless');

-- Orders of an account that is gone: kept for the law alone.
alter table shop_order add column locked_at timestamptz;

-- Without its key, a history cannot be read. Two random UUIDs are 244 random bits.
create table customer_key (
    customer_id bigint not null,
    key         bytea not null,
    constraint customer_key_pkey primary key (customer_id)
);
alter table checkout_attempt add column history_key bytea default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid());

---- create above / drop below ----

alter table checkout_attempt drop column history_key;
drop table customer_key;
alter table shop_order drop column locked_at;
drop table privacy_request;
