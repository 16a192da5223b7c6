-- Which versions of plugins are at work. Plugin hosts follow these tables; see core/rollout.

create table plugin_release (
    plugin       text not null,
    version      text not null,
    sha256       text not null, -- of the program
    kinds        text[] not null default '{}',
    installed_at timestamptz not null default now(),
    constraint plugin_release_pkey primary key (plugin, version),
    constraint plugin_release_sha256_hex check (sha256 ~ '^[0-9a-f]{64}$')
);

create table plugin_rollout (
    plugin     text not null,
    stable     text not null,
    canary     text, -- takes share percent of the new attempts
    share      integer not null default 0,
    previous   text, -- what a rollback returns to
    revision   bigint not null default 1,
    changed_at timestamptz not null default now(),
    constraint plugin_rollout_pkey primary key (plugin),
    constraint plugin_rollout_stable_fkey foreign key (plugin, stable) references plugin_release (plugin, version),
    constraint plugin_rollout_canary_fkey foreign key (plugin, canary) references plugin_release (plugin, version),
    constraint plugin_rollout_previous_fkey foreign key (plugin, previous) references plugin_release (plugin, version),
    constraint plugin_rollout_share_percent check (share between 0 and 99 and (share = 0 or canary is not null)),
    constraint plugin_rollout_canary_is_other check (canary <> stable)
);

-- Payment methods that an operator no longer offers; old orders still show the title.
create table payment_method_retired (
    code       text not null,
    reason     text not null,
    title_de   text not null default '',
    title_en   text not null default '',
    retired_at timestamptz not null default now(),
    constraint payment_method_retired_pkey primary key (code)
);

-- What each process says of its plugins, every few seconds. It is worth nothing after a crash, so it is not logged.
create unlogged table plugin_report (
    id          text not null,
    process     text not null,
    machine     text not null,
    pid         integer not null,
    plugins     jsonb not null,
    reported_at timestamptz not null default now(),
    constraint plugin_report_pkey primary key (id)
);

-- An attempt stays with the version of its plugin that began it.
alter table checkout_attempt add column plugin_version text not null default '';
create index checkout_attempt_plugin_version on checkout_attempt (plugin, plugin_version)
    where state in ('created', 'authorizing', 'redirected', 'unknown', 'pending') and plugin_version <> '';

---- create above / drop below ----

drop index checkout_attempt_plugin_version;
alter table checkout_attempt drop column plugin_version;
drop table plugin_report;
drop table payment_method_retired;
drop table plugin_rollout;
drop table plugin_release;
