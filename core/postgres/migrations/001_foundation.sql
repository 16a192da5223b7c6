-- What every later migration may rely on.

create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Sorts names as a German reader expects: ä beside a, digits by value ("16 GB" before "128 GB").
create collation german (provider = icu, locale = 'de-DE-u-kn-true');

---- create above / drop below ----

drop collation german;
drop extension unaccent;
drop extension pg_trgm;
