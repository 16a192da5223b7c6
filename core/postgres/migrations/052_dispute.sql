-- Payments that their customers dispute, as the provider tells.

create table order_dispute (
    order_id     bigint not null,
    number       int not null,
    dispute_id   text not null, -- the provider's
    state        text not null,
    amount_minor bigint not null,
    currency     text not null, -- '' where the provider names no amount
    reason       text not null,
    due_at       timestamptz,
    opened_at    timestamptz not null,
    told_at      timestamptz not null, -- when the provider said what it is now
    constraint order_dispute_pkey primary key (order_id, number),
    constraint order_dispute_once unique (order_id, dispute_id),
    constraint order_dispute_order_fkey foreign key (order_id) references shop_order (id)
);

create index order_dispute_open on order_dispute (order_id) where state = 'open';

---- create above / drop below ----

drop table order_dispute;
