-- What makes the token of a guest's session that follows a customer's: whose answer was lost calls again and is given the
-- same one.

create table session_successor (
    digest  bytea not null, -- SHA-256 of the token whose session is over
    salt    bytea not null,
    made_at timestamptz not null,
    constraint session_successor_pkey primary key (digest)
);

create index session_successor_made_at on session_successor (made_at);

---- create above / drop below ----

drop table session_successor;
