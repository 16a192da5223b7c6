-- For listings from PostgreSQL while the search engine is down: words anywhere in names and numbers.
create index product_text_idx on product
    using gin ((name || ' ' || manufacturer || ' ' || article_number || ' ' || ean) gin_trgm_ops) where active;

-- Sorted listings read the first page without sorting the shop.
create index product_popularity_idx on product (popularity desc, id) where active;

---- create above / drop below ----

drop index product_popularity_idx;
drop index product_text_idx;
