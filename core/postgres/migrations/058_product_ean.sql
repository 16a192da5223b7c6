-- No question asks for a product by its EAN: the search does, in its own index.
drop index product_ean_idx;

---- create above / drop below ----

create index product_ean_idx on product (ean) where ean <> '';
