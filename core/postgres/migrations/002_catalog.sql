-- The catalogue. Amounts are gross euro cents; 0 means that there is none of that kind.

create table category (
    id         bigint generated always as identity (start with 101),
    parent_id  bigint,
    slug       text not null,
    name_de    text not null,
    name_en    text not null default '',
    sort       integer not null default 0,
    attributes jsonb not null default '[]',
    digest     bytea not null,
    constraint category_pkey primary key (id),
    constraint category_slug_key unique (slug),
    constraint category_parent_fkey foreign key (parent_id) references category (id),
    constraint category_not_own_parent check (parent_id <> id)
);

create index category_parent_idx on category (parent_id);

create sequence product_id_seq as bigint start with 100001;

create table product (
    id                 bigint not null,
    article_number     text not null,
    ean                text not null default '',
    slug               text not null,
    name               text not null,
    manufacturer       text not null,
    category_id        bigint not null,
    oms_category       text not null default '',
    condition          text not null default 'new',
    price_minor        bigint not null,
    uvp_minor          bigint not null default 0,
    lowest30_minor     bigint not null default 0,
    student_minor      bigint not null default 0,
    tax_rate           integer not null default 1900,
    has_bundle         boolean not null default false,
    delivery_countries integer[] not null default '{}',
    billing_countries  integer[] not null default '{}',
    weight_grams       integer not null default 0,
    max_quantity       integer not null default 0,
    popularity         integer not null default 0,
    active             boolean not null default true,
    -- What is only shown, never queried by: texts, attributes, images, warranties, energy, safety.
    details            jsonb not null,
    digest             bytea not null,
    created_at         timestamptz not null,
    updated_at         timestamptz not null,
    constraint product_pkey primary key (id),
    constraint product_article_number_key unique (article_number),
    constraint product_slug_key unique (slug),
    constraint product_category_fkey foreign key (category_id) references category (id),
    constraint product_condition_known check (condition in ('new', 'refurbished', 'used')),
    constraint product_price_positive check (price_minor > 0),
    constraint product_prices_not_negative check (uvp_minor >= 0 and lowest30_minor >= 0 and student_minor >= 0),
    constraint product_lowest30_above_price check (lowest30_minor = 0 or lowest30_minor > price_minor),
    constraint product_max_quantity_not_negative check (max_quantity >= 0)
);

create index product_category_idx on product (category_id) where active;
create index product_ean_idx on product (ean) where ean <> '';

create table price_history (
    product_id  bigint not null,
    valid_from  timestamptz not null,
    price_minor bigint not null,
    constraint price_history_pkey primary key (product_id, valid_from),
    constraint price_history_product_fkey foreign key (product_id) references product (id) on delete cascade,
    constraint price_history_price_positive check (price_minor > 0)
);

-- Orders reserve with "set available = available - n where available >= n"; the check is the last line.
create table stock (
    product_id bigint not null,
    warehouse  text not null,
    available  integer not null,
    imported   integer not null, -- the figure that an import gave last
    constraint stock_pkey primary key (product_id, warehouse),
    constraint stock_product_fkey foreign key (product_id) references product (id) on delete cascade,
    constraint stock_available_not_negative check (available >= 0)
);

---- create above / drop below ----

drop table stock;
drop table price_history;
drop table product;
drop sequence product_id_seq;
drop table category;
