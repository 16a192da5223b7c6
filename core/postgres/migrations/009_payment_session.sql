-- Sessions at providers: of a checkout by method code, and the one that an attempt pays with.

alter table checkout add column sessions jsonb not null default '{}';
alter table checkout_attempt add column session_id text not null default '';

---- create above / drop below ----

alter table checkout_attempt drop column session_id;
alter table checkout drop column sessions;
