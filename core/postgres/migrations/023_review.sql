-- What visitors write about products. A row is a review, or a comment on one.

create table product_review (
    id          bigint generated always as identity,
    product_id  bigint not null,
    review_id   bigint, -- of a comment: what it is on
    customer_id bigint not null default 0, -- 0: a visitor, or an account that is gone
    verified    boolean not null default false, -- by a customer whose order of the product was placed
    author      text not null, -- as it is shown
    stars       smallint, -- null for a comment
    title       text not null default '',
    body        text not null,
    lang        text not null,
    state       text not null default 'pending',
    reason      text not null default '', -- for which it was rejected
    written_at  timestamptz not null,
    decided_at  timestamptz,
    constraint product_review_pkey primary key (id),
    constraint product_review_product_fkey foreign key (product_id) references product (id) on delete cascade,
    constraint product_review_review_fkey foreign key (review_id) references product_review (id) on delete cascade,
    constraint product_review_state_known check (state in ('pending', 'published', 'rejected')),
    constraint product_review_lang_known check (lang in ('de', 'en')),
    constraint product_review_stars_of_review check (
        review_id is null and stars between 1 and 5 or review_id is not null and stars is null)
);

create unique index product_review_once on product_review (product_id, customer_id)
    where customer_id <> 0 and review_id is null and state <> 'rejected';
create index product_review_shown on product_review (product_id, written_at desc)
    where state = 'published' and review_id is null;
create index product_review_comments on product_review (review_id, written_at) where review_id is not null;
create index product_review_waiting on product_review (written_at) where state = 'pending';

-- When a session last submitted one of a kind.
create table review_submission (
    session_id   uuid not null,
    comment      boolean not null,
    submitted_at timestamptz not null,
    constraint review_submission_pkey primary key (session_id, comment),
    constraint review_submission_session_fkey foreign key (session_id) references session (id) on delete cascade
);

---- create above / drop below ----

drop table review_submission;
drop table product_review;
