-- Until when an invoice is to be paid, and whether its customer was reminded of that.
alter table order_delivery add column pay_by timestamptz, add column dunned_at timestamptz;

---- create above / drop below ----

alter table order_delivery drop column pay_by, drop column dunned_at;
