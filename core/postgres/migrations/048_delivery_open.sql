-- What is to leave is found without reading what has left.
create index order_delivery_open on order_delivery (order_id) where state in ('planned', 'dispatching');

---- create above / drop below ----

drop index order_delivery_open;
