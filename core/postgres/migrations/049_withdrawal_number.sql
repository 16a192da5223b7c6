-- What is declared of an order is shown with it before anybody has decided which order is meant.
create index withdrawal_number_idx on withdrawal (order_number) where order_id is null;

---- create above / drop below ----

drop index withdrawal_number_idx;
