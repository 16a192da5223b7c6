-- What visitors want to find again. A list goes by the visitor's cart; like the cart's lines it names products without a
-- foreign key, because products are never deleted.

create table wishlist_item (
    cart_id    uuid not null,
    product_id bigint not null,
    position   bigint generated always as identity,
    added_at   timestamptz not null default now(),
    constraint wishlist_item_pkey primary key (cart_id, product_id)
);

---- create above / drop below ----

drop table wishlist_item;
