-- A private account's way to a business's, which is taken back where the authority does not know its VAT id.

create table account_conversion (
    customer_id bigint not null,
    state       text not null,
    company     text not null, -- of the billing address before
    doubted     text not null default '', -- the VAT id that the authority does not know
    begun_at    timestamptz not null,
    due_at      timestamptz, -- of a doubted one: when it is taken back
    constraint account_conversion_pkey primary key (customer_id),
    constraint account_conversion_customer_fkey foreign key (customer_id) references customer (id) on delete cascade,
    constraint account_conversion_state_known check (state in ('begun', 'settled', 'undone'))
);

---- create above / drop below ----

drop table account_conversion;
