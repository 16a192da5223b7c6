-- Cards that customers saved. What is sealed opens with a key that the database does not have.

create table customer_card (
    id          uuid not null,
    customer_id bigint not null,
    digest      bytea not null, -- keyed; the same for the same card of the same customer
    sealed      bytea not null,
    saved_at    timestamptz not null default now(),
    used_at     timestamptz,
    constraint customer_card_pkey primary key (id),
    constraint customer_card_once unique (customer_id, digest),
    constraint customer_card_customer_fkey foreign key (customer_id) references customer (id) on delete cascade
);

---- create above / drop below ----

drop table customer_card;
