-- A plugin that an operator takes out is offered no more, and goes once nothing of it is open.
alter table plugin_rollout add column leaving boolean not null default false;

---- create above / drop below ----

alter table plugin_rollout drop column leaving;
