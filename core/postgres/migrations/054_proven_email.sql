-- Whether somebody who reads the mail at an account's address has used the account: by a code or a link that was mailed to it. Of the
-- accounts of now nobody knows; the next code proves it.
alter table customer add column email_proven boolean not null default false;

---- create above / drop below ----

alter table customer drop column email_proven;
