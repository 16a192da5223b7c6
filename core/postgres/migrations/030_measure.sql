-- Goods are sold by the gram and less: a measure counts millionths of its unit, not thousandths.
update product set details = jsonb_set(details #- '{measure,milli}', '{measure,micro}', to_jsonb((details #>> '{measure,milli}')::bigint * 1000))
where details #>> '{measure,milli}' is not null;

---- create above / drop below ----

update product set details = jsonb_set(details #- '{measure,micro}', '{measure,milli}', to_jsonb((details #>> '{measure,micro}')::bigint / 1000))
where details #>> '{measure,micro}' is not null;
