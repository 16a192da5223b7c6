-- Attempts that are over, and of which their provider still decides, are listed for operators until that is withdrawn there.
create index checkout_attempt_undecided on checkout_attempt (created_at) where state = 'failed' and payment @> '{"open": true}';

---- create above / drop below ----

drop index checkout_attempt_undecided;
