-- The sweeper also looks for attempts by methods that answer at once and were being asked when the process that asked died.
drop index checkout_attempt_created;
create index checkout_attempt_begins on checkout_attempt (created_at) where state = 'created' or state = 'authorizing';

---- create above / drop below ----

drop index checkout_attempt_begins;
create index checkout_attempt_created on checkout_attempt (created_at) where state = 'created';
