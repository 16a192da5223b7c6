-- The token that leads to a session whose own has not come back yet: whose answer was lost is not logged out.

alter table session add column predecessor bytea; -- SHA-256; null: none

---- create above / drop below ----

alter table session drop column predecessor;
