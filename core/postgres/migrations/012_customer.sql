-- Customers, what they prove themselves with, and what is kept of it.

create table customer (
    id            bigint generated always as identity (start with 100001),
    email         text not null,
    password_hash text not null, -- argon2id, with its parameters and salt
    light         boolean not null default true, -- no billing address yet
    first_name    text not null,
    last_name     text not null,
    phone         text not null default '',
    lang          text not null,
    business      jsonb, -- null: a private customer
    two_factor    boolean not null default true,
    cart_id       uuid not null, -- the one cart of all of the customer's sessions
    created_at    timestamptz not null,
    constraint customer_pkey primary key (id),
    constraint customer_lang_known check (lang in ('de', 'en'))
);

create unique index customer_email_key on customer (lower(email));

create table customer_address (
    id          bigint generated always as identity (start with 100001),
    customer_id bigint not null,
    billing     boolean not null,
    address     jsonb not null,
    constraint customer_address_pkey primary key (id),
    constraint customer_address_customer_fkey foreign key (customer_id) references customer (id) on delete cascade
);

create index customer_address_customer_idx on customer_address (customer_id);
create unique index customer_address_billing on customer_address (customer_id) where billing;

-- Whose session it is, and until when the password counts as just given. After that the login is soft.
alter table session add column customer_id bigint;
alter table session add column full_until timestamptz;
alter table session add constraint session_customer_fkey foreign key (customer_id) references customer (id) on delete cascade;
create index session_customer_idx on session (customer_id) where customer_id is not null;

-- A password was right; the code that was mailed is still to come. One per session.
create table login_challenge (
    session_id  uuid not null,
    customer_id bigint not null,
    code_digest bytea not null,
    tries       integer not null default 0, -- of this code
    sends       integer not null default 1,
    expires_at  timestamptz not null,
    constraint login_challenge_pkey primary key (session_id),
    constraint login_challenge_session_fkey foreign key (session_id) references session (id) on delete cascade,
    constraint login_challenge_customer_fkey foreign key (customer_id) references customer (id) on delete cascade
);

create index login_challenge_customer_idx on login_challenge (customer_id);

create table password_reset (
    digest      bytea not null, -- SHA-256 of the token in the link
    customer_id bigint not null,
    created_at  timestamptz not null,
    expires_at  timestamptz not null,
    constraint password_reset_pkey primary key (digest),
    constraint password_reset_customer_fkey foreign key (customer_id) references customer (id) on delete cascade
);

create index password_reset_customer_idx on password_reset (customer_id);

-- Tries of passwords that have not succeeded. The key is a digest of what is counted: an account from one address, an
-- account, an address, a customer's session. It names accounts that do not exist as well.
create table login_throttle (
    key           bytea not null,
    tries         integer not null default 0,
    blocked_until timestamptz not null default '-infinity',
    tried_at      timestamptz not null,
    good_at       timestamptz, -- of the last try that succeeded
    constraint login_throttle_pkey primary key (key)
);

-- What happened to accounts' security, for operators. customer_id is 0 where no account answers to what was typed.
create table security_event (
    id          bigint generated always as identity,
    kind        text not null,
    customer_id bigint not null,
    client      text not null, -- the caller's address
    at          timestamptz not null,
    constraint security_event_pkey primary key (id)
);

create index security_event_customer_idx on security_event (customer_id, id);
create index security_event_at_idx on security_event (at);

---- create above / drop below ----

drop table security_event;
drop table login_throttle;
drop table password_reset;
drop table login_challenge;
alter table session drop column full_until;
alter table session drop column customer_id;
drop table customer_address;
drop table customer;
