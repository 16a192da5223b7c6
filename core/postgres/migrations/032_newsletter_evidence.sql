-- The wish that a subscriber confirmed: a later one for the same address overwrites requested_at, and is no part of the proof.

alter table newsletter_subscription
    add column wished_at timestamptz,
    add column wished_from text not null default '';

update newsletter_subscription set wished_at = requested_at, wished_from = requested_from
where confirmed_at is not null and requested_at <= confirmed_at;

---- create above / drop below ----

alter table newsletter_subscription drop column wished_at, drop column wished_from;
