-- What a shopper's browser shows of itself, for payment methods that ask for it; gone with the attempt's first answer.

alter table checkout_attempt add column browser jsonb not null default '{}';

---- create above / drop below ----

alter table checkout_attempt drop column browser;
