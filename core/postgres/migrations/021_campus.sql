-- The campus programme: who is a member, and who asks to become one.

create table campus_membership (
    customer_id   bigint not null,
    kind          text not null,
    university_id bigint not null, -- 0: by upload
    email         text not null, -- at the university; '' by upload, or when the membership is over
    valid_until   timestamptz not null,
    noticed       boolean not null, -- the customer was told that the end is near
    ended         boolean not null, -- and that it has come
    deactivated   boolean not null,
    reason        text not null, -- of the deactivation
    constraint campus_membership_pkey primary key (customer_id),
    constraint campus_membership_customer_fkey foreign key (customer_id) references customer (id) on delete cascade,
    constraint campus_membership_kind_known check (kind in ('email', 'manual'))
);

create unique index campus_membership_email_key on campus_membership (lower(email)) where email <> '';

create table campus_application (
    id            uuid not null,
    customer_id   bigint not null,
    kind          text not null,
    university_id bigint not null, -- 0: by upload
    email         text not null, -- '' by upload
    digest        bytea, -- SHA-256 of the token in the link
    sends         integer not null, -- links mailed without an hour's pause
    claim         jsonb, -- what the customer says about the document
    document      bytea, -- AES-256-GCM, bound to the ID; gone with the row once it was reviewed
    media_type    text not null,
    applied_at    timestamptz not null,
    expires_at    timestamptz not null,
    constraint campus_application_pkey primary key (id),
    constraint campus_application_customer_key unique (customer_id),
    constraint campus_application_digest_key unique (digest),
    constraint campus_application_customer_fkey foreign key (customer_id) references customer (id) on delete cascade,
    constraint campus_application_whole check (
        kind = 'email' and digest is not null and email <> '' and document is null
        or kind = 'manual' and claim is not null and document is not null)
);

-- Whether a cart has the programme's prices is asked for with its lines: it follows the membership of whose cart it is.
create index customer_cart_idx on customer (cart_id);
alter table cart_line drop column student;

---- create above / drop below ----

alter table cart_line add column student boolean not null default false;
drop index customer_cart_idx;
drop table campus_application;
drop table campus_membership;
