-- Where a customer's session was used last, for the customer who looks for sessions that are not theirs.

alter table session add column device text not null default '';
alter table session add column client text not null default ''; -- the caller's address

---- create above / drop below ----

alter table session drop column client;
alter table session drop column device;
