-- Who gets the newsletter, with the proof that they asked for it.

create table newsletter_subscription (
    id                uuid not null,
    email             text not null,
    lang              text not null,
    source            text not null, -- the form
    state             text not null,
    requests          integer not null default 1, -- wishes that are owed a mail
    asked             integer not null default 0, -- of these, answered by one
    requested_at      timestamptz not null,
    requested_from    text not null, -- the caller's address
    confirm_digest    bytea, -- SHA-256 of the token in the link to confirm
    due_at            timestamptz, -- when a pending one is deleted
    confirmed_at      timestamptz,
    confirmed_from    text not null default '',
    ended_at          timestamptz,
    ended_from        text not null default '',
    farewell_at       timestamptz, -- when the link to unsubscribe was last asked for
    farewells         integer not null default 0,
    unsubscribe_token text not null, -- in the clear: each newsletter carries it, and all it can do is end it
    constraint newsletter_subscription_pkey primary key (id),
    constraint newsletter_subscription_unsubscribe_key unique (unsubscribe_token),
    constraint newsletter_subscription_confirm_key unique (confirm_digest),
    constraint newsletter_subscription_state_known check (state in ('pending', 'active', 'ended')),
    constraint newsletter_subscription_lang_known check (lang in ('de', 'en')),
    constraint newsletter_subscription_active_is_confirmed check (state <> 'active' or confirmed_at is not null)
);

create unique index newsletter_subscription_email_key on newsletter_subscription (lower(email));

-- When a session last submitted the form.
create table newsletter_submission (
    session_id   uuid not null,
    submitted_at timestamptz not null,
    constraint newsletter_submission_pkey primary key (session_id),
    constraint newsletter_submission_session_fkey foreign key (session_id) references session (id) on delete cascade
);

---- create above / drop below ----

drop table newsletter_submission;
drop table newsletter_subscription;
