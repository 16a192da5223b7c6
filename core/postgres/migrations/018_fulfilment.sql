-- What becomes of placed orders. Amounts are euro cents.

create table order_delivery (
    order_id      bigint not null,
    number        integer not null,
    state         text not null,
    items         jsonb not null, -- [{"line": index of the attempt's lines, "quantity": n}]
    amount_minor  bigint not null, -- share of the order's total
    charge        boolean not null, -- the money is taken when it is dispatched
    shipping      jsonb not null,
    tries         integer not null default 0,
    reference     text not null default '', -- the carrier's
    dispatched_at timestamptz,
    done_at       timestamptz,
    track_at      timestamptz,
    remind_at     timestamptz,
    due_at        timestamptz,
    constraint order_delivery_pkey primary key (order_id, number),
    constraint order_delivery_order_fkey foreign key (order_id) references shop_order (id),
    constraint order_delivery_amount_not_negative check (amount_minor >= 0),
    constraint order_delivery_state_known check (state in
        ('planned', 'dispatching', 'shipped', 'ready', 'delivered', 'returned', 'expired', 'cancelled'))
);

create table order_parcel (
    order_id        bigint not null,
    delivery        integer not null,
    number          integer not null,
    plugin          text not null,
    tracking_number text not null,
    tracking_url    text not null default '',
    state           text not null default '',
    state_at        timestamptz,
    label_type      text not null default '',
    label           bytea,
    constraint order_parcel_pkey primary key (order_id, delivery, number),
    constraint order_parcel_delivery_fkey foreign key (order_id, delivery) references order_delivery (order_id, number)
);

create index order_parcel_tracking on order_parcel (tracking_number, plugin);

-- What was done with the money of an order since it was placed.
create table order_payment (
    order_id     bigint not null,
    number       integer not null,
    kind         text not null,
    state        text not null,
    amount_minor bigint not null,
    delivery     integer not null default 0,
    request      text not null default '',
    capture      integer not null default 0, -- number of the capture that a refund gives back of
    reference    text not null default '', -- the provider's
    reason       text not null default '',
    at           timestamptz,
    constraint order_payment_pkey primary key (order_id, number),
    constraint order_payment_order_fkey foreign key (order_id) references shop_order (id),
    constraint order_payment_kind_known check (kind in ('capture', 'refund', 'void')),
    constraint order_payment_state_known check (state in ('wanted', 'done', 'working', 'by_hand', 'refused'))
);

-- Where the goods of a delivery came from, so that those that come back are put there.
create table delivery_goods (
    order_id   bigint not null,
    delivery   integer not null,
    product_id bigint not null,
    warehouse  text not null,
    quantity   integer not null,
    constraint delivery_goods_pkey primary key (order_id, delivery, product_id, warehouse),
    constraint delivery_goods_delivery_fkey foreign key (order_id, delivery) references order_delivery (order_id, number),
    constraint delivery_goods_quantity_positive check (quantity > 0)
);

-- Verified scans of carriers, stored before they are acknowledged.
create table shipment_scan (
    id              bigint generated always as identity,
    plugin          text not null,
    scan_id         text not null,
    tracking_number text not null,
    state           text not null,
    at              timestamptz not null,
    place           text not null default '',
    description     text not null default '',
    received_at     timestamptz not null default now(),
    constraint shipment_scan_pkey primary key (id),
    constraint shipment_scan_once unique (plugin, scan_id)
);

create index shipment_scan_tracking on shipment_scan (tracking_number, plugin, at);

---- create above / drop below ----

drop table shipment_scan;
drop table delivery_goods;
drop table order_payment;
drop table order_parcel;
drop table order_delivery;
