-- What the cart shows of a product's details, kept apart: reading it from the details unpacks all of them, and the cart
-- is read with every change. What there is none of is null.
alter table product
    add column image_key  text generated always as (details #>> '{images,0,key}') stored,
    add column energy     jsonb generated always as (nullif(details -> 'energy', 'null')) stored,
    add column warranties jsonb generated always as (nullif(details -> 'warranties', '[]')) stored,
    add column bundle     jsonb generated always as (nullif(details -> 'bundle', '[]')) stored,
    add column measure    jsonb generated always as (nullif(details -> 'measure', 'null')) stored;

---- create above / drop below ----

alter table product
    drop column image_key,
    drop column energy,
    drop column warranties,
    drop column bundle,
    drop column measure;
