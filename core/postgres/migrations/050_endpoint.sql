-- Other systems that hear of what happens in the shop. What waits for them is in the outbox, topic 'endpoint.' and the name.

create table endpoint (
    name       text not null,
    url        text not null,
    kinds      text[] not null, -- of the events that it gets
    created_at timestamptz not null default now(),
    key_id     text not null, -- from which, with the shop's key, its secret follows
    former_id  text not null default '',
    key_since  timestamptz not null default now(),
    constraint endpoint_pkey primary key (name)
);

---- create above / drop below ----

drop table endpoint;
