-- What the authority answered about customers' VAT ids: evidence for the books, which outlives the account.

create table vat_evidence (
    id          bigint generated always as identity,
    customer_id bigint not null,
    vat_id      text not null,
    valid       boolean not null,
    reference   text not null, -- the authority's name of the request
    name        text not null,
    address     text not null,
    answered_at timestamptz not null,
    constraint vat_evidence_pkey primary key (id)
);

create index vat_evidence_customer_idx on vat_evidence (customer_id, id);

---- create above / drop below ----

drop table vat_evidence;
