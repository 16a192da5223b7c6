-- Invoices and credit notes. What is on one is frozen; it is corrected by another one, never changed.

-- The last number of a year. Its row is locked until the document is written, so that numbers have no gaps.
create table invoice_series (
    year integer not null,
    last bigint not null,
    constraint invoice_series_pkey primary key (year),
    constraint invoice_series_not_negative check (last >= 0)
);

create table invoice (
    number      text not null,
    kind        text not null,
    order_id    bigint not null,
    delivery    integer not null default 0, -- of an invoice
    request     text not null default '', -- to refund, of a credit note
    issued_at   timestamptz not null,
    total_minor bigint not null,
    content     jsonb not null,
    constraint invoice_pkey primary key (number),
    constraint invoice_once unique (order_id, kind, delivery, request),
    constraint invoice_order_fkey foreign key (order_id) references shop_order (id),
    constraint invoice_kind_known check (kind in ('invoice', 'credit')),
    constraint invoice_total_not_negative check (total_minor >= 0)
);

create function invoice_stays() returns trigger language plpgsql as $$
begin
    raise exception 'an invoice is never changed' using errcode = 'integrity_constraint_violation', constraint = 'invoice_never_changes';
end $$;

create trigger invoice_never_changes before update on invoice for each row execute function invoice_stays();

---- create above / drop below ----

drop table invoice;
drop function invoice_stays;
drop table invoice_series;
