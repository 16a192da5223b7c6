-- While goods wait for their dispatch, the provider is asked about the money that it promised for them: when next.
alter table checkout_attempt add column ask_at timestamptz;

---- create above / drop below ----

alter table checkout_attempt drop column ask_at;
