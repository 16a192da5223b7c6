-- Visitors' sessions, their carts, and vouchers.

create table session (
    digest     bytea not null, -- SHA-256 of the token in the cookie
    id         uuid not null,
    cart_id    uuid not null,
    lang       text not null,
    created_at timestamptz not null,
    seen_at    timestamptz not null,
    constraint session_pkey primary key (digest),
    constraint session_id_key unique (id),
    constraint session_lang_known check (lang in ('de', 'en'))
);

create index session_seen_at on session (seen_at);

-- No index on updated_at: every change of a cart sets it, and without one the row is updated in place. Pruning reads
-- the table once an hour instead.
create table cart (
    id         uuid not null,
    version    bigint not null default 1, -- counts the changes
    frozen_by  uuid,                      -- the payment attempt that holds the cart
    vouchers   text[] not null default '{}',
    updated_at timestamptz not null default now(),
    constraint cart_pkey primary key (id)
);

create table cart_line (
    cart_id     uuid not null,
    product_id  bigint not null,
    quantity    integer not null,
    warranty_id bigint not null default 0, -- 0 for none
    student     boolean not null default false,
    position    bigint generated always as identity,
    constraint cart_line_pkey primary key (cart_id, product_id),
    constraint cart_line_cart_fkey foreign key (cart_id) references cart (id) on delete cascade,
    constraint cart_line_product_fkey foreign key (product_id) references product (id),
    constraint cart_line_quantity_positive check (quantity > 0)
);

create index cart_line_product on cart_line (product_id);

-- Amounts are euro cents, rates hundredths of a percent; 0 means that there is none of that kind.
create table voucher (
    code            text not null,
    amount_minor    bigint not null default 0,
    percent         integer not null default 0,
    minimum_minor   bigint not null default 0,
    valid_from      timestamptz not null default now(),
    valid_until     timestamptz,
    max_redemptions integer not null default 0, -- 0: no limit
    redeemed        integer not null default 0,
    constraint voucher_pkey primary key (code),
    constraint voucher_code_upper check (code = upper(code) and code <> ''),
    constraint voucher_amount_or_percent check ((amount_minor > 0) <> (percent > 0)),
    constraint voucher_percent_range check (percent between 0 and 10000),
    constraint voucher_minimum_not_negative check (minimum_minor >= 0),
    constraint voucher_redemptions_in_limit check (redeemed >= 0 and (max_redemptions = 0 or redeemed <= max_redemptions))
);

---- create above / drop below ----

drop table voucher;
drop table cart_line;
drop table cart;
drop table session;
