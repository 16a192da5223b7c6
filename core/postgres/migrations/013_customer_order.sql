-- Whose checkout and whose order it is; 0 is a guest's.

alter table checkout add column customer_id bigint not null default 0;
alter table shop_order add column customer_id bigint not null default 0;
create index shop_order_customer_idx on shop_order (customer_id, id) where customer_id <> 0;

---- create above / drop below ----

alter table shop_order drop column customer_id;
alter table checkout drop column customer_id;
