-- When an account was last used, to the day, and when its customer was told that it will be deleted. For those of now it begins now.
alter table customer add column seen_at timestamptz not null default now(), add column unused_noticed_at timestamptz;

---- create above / drop below ----

alter table customer drop column seen_at, drop column unused_noticed_at;
