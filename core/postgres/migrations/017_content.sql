-- What editors put into the shop, one row per file.
create table content_item (
    name       text not null,
    kind       text not null,
    body       jsonb not null,
    updated_at timestamptz not null default now(),
    constraint content_item_pkey primary key (name),
    constraint content_item_kind_known check (kind in ('slides', 'deals', 'ads', 'page'))
);

---- create above / drop below ----

drop table content_item;
