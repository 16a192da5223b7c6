-- From what the customer enters to what was sold. Amounts are euro cents.

create table checkout (
    id            uuid not null,
    cart_id       uuid not null,
    version       bigint not null default 1, -- grows with every change by the customer
    type          text not null default 'guest',
    lang          text not null default 'de',
    email         text not null default '',
    phone         text not null default '',
    business      boolean not null default false,
    vat_id        text not null default '',
    invoice       jsonb,
    delivery      jsonb,
    payment_code  text not null default '',
    shipping_code text not null default '',
    attempts      integer not null default 0,
    order_id      bigint not null default 0, -- of the last attempt
    last_reason   text not null default '',
    created_at    timestamptz not null default now(),
    updated_at    timestamptz not null default now(),
    done_at       timestamptz, -- an order was placed; the cart's next checkout is a new one
    constraint checkout_pkey primary key (id)
);

create unique index checkout_open_of_cart on checkout (cart_id) where done_at is null;
create index checkout_of_cart on checkout (cart_id, done_at);

create table shop_order (
    id            bigint generated always as identity (start with 100001),
    checkout_id   uuid not null,
    status        text not null default 'awaiting_payment',
    lang          text not null,
    email         text not null,
    phone         text not null default '',
    business      boolean not null default false,
    vat_id        text not null default '',
    invoice       jsonb not null,
    delivery      jsonb not null,
    shipping      jsonb not null,
    total_minor   bigint not null,
    created_at    timestamptz not null default now(),
    placed_at     timestamptz, -- placed or reserved
    paid_at       timestamptz,
    cancelled_at  timestamptz,
    cancel_reason text not null default '',
    constraint shop_order_pkey primary key (id),
    constraint shop_order_checkout_fkey foreign key (checkout_id) references checkout (id),
    constraint shop_order_status_known
        check (status in ('awaiting_payment', 'reserved', 'placed', 'abandoned', 'cancelled')),
    constraint shop_order_total_not_negative check (total_minor >= 0)
);

create index shop_order_checkout_idx on shop_order (checkout_id);
create index shop_order_email_idx on shop_order (lower(email));

create table checkout_attempt (
    id          uuid not null,
    checkout_id uuid not null,
    cart_id     uuid not null,
    number      integer not null,
    order_id    bigint not null,
    state       text not null default 'created',
    method      text not null,
    plugin      text not null default '',
    flow        text not null default '',
    reference   text not null default '', -- the provider's
    payment     jsonb not null default '{}',
    lines       jsonb not null,
    totals      jsonb not null,
    client      jsonb not null default '{}', -- tokens from the browser's widget; emptied once the payment began
    due_at      timestamptz, -- pending: when the money must have come
    created_at  timestamptz not null default now(),
    updated_at  timestamptz not null default now(),
    constraint checkout_attempt_pkey primary key (id),
    constraint checkout_attempt_number_key unique (checkout_id, number),
    constraint checkout_attempt_order_key unique (order_id),
    constraint checkout_attempt_checkout_fkey foreign key (checkout_id) references checkout (id),
    constraint checkout_attempt_order_fkey foreign key (order_id) references shop_order (id),
    constraint checkout_attempt_state_known check (state in
        ('created', 'authorizing', 'redirected', 'unknown', 'pending', 'confirmed', 'failed'))
);

-- One payment is one attempt's, and a checkout has one attempt under way.
create unique index checkout_attempt_reference on checkout_attempt (plugin, reference) where reference <> '';
create unique index checkout_attempt_open on checkout_attempt (checkout_id)
    where state in ('created', 'authorizing', 'redirected', 'unknown');
-- Those whose workflow may be missing; the sweeper looks here.
create index checkout_attempt_created on checkout_attempt (created_at) where state = 'created';

-- What an attempt took out of stock and may have to give back. Gone once the goods are sold or given back.
create table stock_reservation (
    attempt_id uuid not null,
    product_id bigint not null,
    warehouse  text not null,
    quantity   integer not null,
    constraint stock_reservation_pkey primary key (attempt_id, product_id, warehouse),
    constraint stock_reservation_attempt_fkey foreign key (attempt_id) references checkout_attempt (id),
    constraint stock_reservation_quantity_positive check (quantity > 0)
);

-- What operators should know about an order: money that came too late, amounts that differ, a compensation.
create table order_notice (
    id         bigint generated always as identity,
    order_id   bigint not null,
    kind       text not null,
    detail     text not null default '',
    created_at timestamptz not null default now(),
    constraint order_notice_pkey primary key (id),
    constraint order_notice_once unique (order_id, kind),
    constraint order_notice_order_fkey foreign key (order_id) references shop_order (id)
);

---- create above / drop below ----

drop table order_notice;
drop table stock_reservation;
drop table checkout_attempt;
drop table shop_order;
drop table checkout;
