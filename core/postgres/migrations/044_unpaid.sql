-- Which orders are not paid is counted for the operators all the time.
create index shop_order_unpaid_idx on shop_order (id) where status = 'placed' and paid_at is null;

---- create above / drop below ----

drop index shop_order_unpaid_idx;
