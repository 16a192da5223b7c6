-- Form and language of the wish that a subscriber confirmed: a later one for the same address overwrites lang and source.
alter table newsletter_subscription
    add column wished_lang text,
    add column wished_source text,
    add constraint newsletter_subscription_wished_lang_known check (wished_lang in ('de', 'en'));

update newsletter_subscription set wished_lang = lang, wished_source = source where confirmed_at is not null;

---- create above / drop below ----

alter table newsletter_subscription drop column wished_lang, drop column wished_source;
