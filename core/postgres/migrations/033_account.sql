-- Orders at prices of the campus programme that wait for their customer to become a member, and what operators decide about
-- VAT ids that the authority does not know.

create table campus_order (
    order_id    bigint not null,
    customer_id bigint not null,
    due_at      timestamptz not null, -- it is cancelled then
    constraint campus_order_pkey primary key (order_id),
    constraint campus_order_order_fkey foreign key (order_id) references shop_order (id) on delete cascade
);

create index campus_order_customer_idx on campus_order (customer_id);

-- What is on its way: nothing has said yet at which prices it is, so that all orders of who is pending wait, as they did.
insert into campus_order (order_id, customer_id, due_at)
select o.id, o.customer_id, a.expires_at + interval '14 days'
from shop_order o join campus_application a on a.customer_id = o.customer_id and a.expires_at > now()
where o.status in ('awaiting_payment', 'reserved', 'placed') and o.created_at >= a.applied_at
  and not exists (select from campus_membership m where m.customer_id = o.customer_id and not m.deactivated and m.valid_until > now());

alter table vat_evidence
    add column operator text not null default '', -- who decided; '': the authority
    add column reason text not null default ''; -- why, in the operator's words

---- create above / drop below ----

alter table vat_evidence drop column operator, drop column reason;
drop table campus_order;
