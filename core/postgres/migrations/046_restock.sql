-- Who wants to be told that a product can be had again.

create table restock_alert (
    id           uuid not null,
    product_id   bigint not null,
    email        text not null,
    lang         text not null,
    digest       bytea not null, -- SHA-256 of the token in the newest mail's link
    asked_at     timestamptz not null,
    confirmed_at timestamptz, -- null: nobody confirmed it
    due_at       timestamptz not null, -- when it is forgotten
    constraint restock_alert_pkey primary key (id),
    constraint restock_alert_digest_key unique (digest),
    constraint restock_alert_product_fkey foreign key (product_id) references product (id) on delete cascade,
    constraint restock_alert_lang_known check (lang in ('de', 'en'))
);

create unique index restock_alert_product_email_key on restock_alert (product_id, lower(email));
create index restock_alert_email_idx on restock_alert (lower(email));
create index restock_alert_due_idx on restock_alert (due_at);

---- create above / drop below ----

drop table restock_alert;
