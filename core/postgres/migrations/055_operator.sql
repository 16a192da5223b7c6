-- What operators look for is found without reading all that was ever sold.
create index shop_order_cancelled on shop_order (id) where status = 'cancelled';
create index order_payment_by_hand on order_payment (order_id) where state = 'by_hand';
create index order_payment_refused on order_payment (order_id) where state = 'refused';
create index order_payment_overpaid on order_payment (order_id) where request = 'overpaid';
-- What a customer entered, to forget it with the account.
create index checkout_customer_idx on checkout (customer_id) where customer_id <> 0;
-- What a provider told about an attempt: by the attempt's id, the provider's reference or the order, as the event has it.
create index webhook_event_attempt_idx on webhook_event (attempt_id) where attempt_id <> '';
create index webhook_event_reference_idx on webhook_event (reference) where reference <> '';
create index webhook_event_order_idx on webhook_event (order_id) where order_id <> 0;

---- create above / drop below ----

drop index webhook_event_order_idx;
drop index webhook_event_reference_idx;
drop index webhook_event_attempt_idx;
drop index checkout_customer_idx;
drop index order_payment_overpaid;
drop index order_payment_refused;
drop index order_payment_by_hand;
drop index shop_order_cancelled;
