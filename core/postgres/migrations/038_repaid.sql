-- What of a delivery a return paid back, so that no withdrawal which is declared later pays for it again.

alter table order_delivery add column repaid jsonb not null default '[]';

update order_delivery d set repaid = d.items
where d.state = 'returned'
  and exists (select from order_payment p
              where p.order_id = d.order_id and p.kind = 'refund' and p.state <> 'refused' and p.request = 'return-' || d.number)
  and not exists (select from withdrawal w
                  where w.order_id = d.order_id and w.status in ('accepted', 'refunding', 'by_hand', 'settled'));

---- create above / drop below ----

alter table order_delivery drop column repaid;
