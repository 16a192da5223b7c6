-- An order may come in several deliveries, each with a shipping option of its own. Orders so far are one.

alter table checkout rename column shipping_code to shipping_codes;
alter table checkout alter column shipping_codes drop default;
alter table checkout alter column shipping_codes type text[]
    using case when shipping_codes = '' then '{}' else array[shipping_codes] end;
alter table checkout alter column shipping_codes set default '{}';
alter table checkout add column no_risk boolean not null default false;

alter table checkout_attempt add column deliveries jsonb not null default '[]';
update checkout_attempt a set deliveries = jsonb_build_array(jsonb_build_object(
    'id', 1, 'option', o.shipping, 'parcels', '[]'::jsonb,
    'lines', (select coalesce(jsonb_agg(n), '[]') from generate_series(0, jsonb_array_length(a.lines) - 1) n)))
from shop_order o where o.id = a.order_id;

---- create above / drop below ----

alter table checkout_attempt drop column deliveries;
alter table checkout drop column no_risk;
alter table checkout alter column shipping_codes drop default;
alter table checkout alter column shipping_codes type text using coalesce(shipping_codes[1], '');
alter table checkout alter column shipping_codes set default '';
alter table checkout rename column shipping_codes to shipping_code;
