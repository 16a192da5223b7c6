-- How many operations a withdrawal's order had when an operator last asked the provider for its money.
alter table withdrawal add column asked_after integer not null default 0;

---- create above / drop below ----

alter table withdrawal drop column asked_after;
