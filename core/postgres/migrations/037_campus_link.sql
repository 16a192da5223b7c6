-- A confirmed link is remembered, so that opening it once more is no error.

alter table campus_membership add column digest bytea; -- SHA-256 of the token in the link that made it; null by upload
create index campus_membership_digest_idx on campus_membership (digest) where digest is not null;

---- create above / drop below ----

alter table campus_membership drop column digest;
