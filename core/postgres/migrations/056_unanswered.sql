-- What providers have not answered is listed for operators, beside what was refused and what is to be transferred.
create index order_payment_wanted on order_payment (order_id) where state = 'wanted';

---- create above / drop below ----

drop index order_payment_wanted;
