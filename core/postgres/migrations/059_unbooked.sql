-- Refunds that providers told of, and that nobody at the shop asked for, are listed for operators until they are booked.
create index order_notice_refunded on order_notice (order_id) where kind = 'payment_refunded';

---- create above / drop below ----

drop index order_notice_refunded;
