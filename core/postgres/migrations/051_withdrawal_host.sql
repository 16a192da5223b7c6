-- The host of a partner's shop by which somebody withdrew, whose name and address the mails about that have.
alter table withdrawal add column host text not null default '';

---- create above / drop below ----

alter table withdrawal drop column host;
