-- E-mail addresses whose domain has umlauts were kept as they came, with the umlaut or as xn--, which is what some browsers make of
-- it: one mailbox was two. Now they have the umlaut. Where both are there, the one with xn-- stays for the shop to look at.
create function pg_temp.with_umlauts(label text) returns text language plpgsql as $$
declare
    code text := substr(lower(label), 5);
    dash int := length(code) - position('-' in reverse(code)) + 1;
    plain text := case when position('-' in code) > 0 then left(code, dash - 1) else '' end;
    digits text := case when position('-' in code) > 0 then substr(code, dash + 1) else code end;
    n int := 128; i int := 0; bias int := 72; at int := 1; before int; weight int; k int; t int; digit int; size int; delta int;
begin -- RFC 3492, section 6.2
    if lower(label) !~ '^xn--[a-z0-9-]+$' then
        return label;
    end if;
    while at <= length(digits) loop
        before := i; weight := 1; k := 36;
        loop
            digit := position(substr(digits, at, 1) in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1;
            at := at + 1;
            i := i + digit * weight;
            t := least(greatest(k - bias, 1), 26);
            exit when digit < t;
            if at > length(digits) then
                return label;
            end if;
            weight := weight * (36 - t); k := k + 36;
        end loop;
        size := length(plain) + 1;
        delta := (i - before) / case when before = 0 then 700 else 2 end;
        delta := delta + delta / size;
        k := 0;
        while delta > 455 loop
            delta := delta / 35; k := k + 36;
        end loop;
        bias := k + 36 * delta / (delta + 38);
        n := n + i / size; i := i % size;
        plain := left(plain, i) || chr(n) || substr(plain, i + 1);
        i := i + 1;
    end loop;
    return case when plain ~ '^[a-z0-9äöüß-]+$' and plain ~ '[äöüß]' then plain else label end;
exception when others then -- it is no such label
    return label;
end $$;

create function pg_temp.with_umlauts_in_domain(email text) returns text language sql as $$
    select left(email, length(email) - length(domain)) || (
        select string_agg(pg_temp.with_umlauts(part), '.' order by place)
        from string_to_table(domain, '.') with ordinality as p (part, place))
    from (select substring(email from '[^@]*$') as domain) d
$$;

create temporary table plain on commit drop as
    select email, pg_temp.with_umlauts_in_domain(email) as whole
    from (select email from customer union select email from newsletter_subscription union select email from restock_alert
          union select email from shop_order union select email from checkout union select email from campus_membership
          union select email from campus_application
          union select email from withdrawal) e
    where email ~* '@(.*[.])?xn--';
delete from plain where email = whole;

update customer c set email = p.whole from plain p
where p.email = c.email and not exists (select from customer o where lower(o.email) = lower(p.whole));
update newsletter_subscription n set email = p.whole from plain p
where p.email = n.email and not exists (select from newsletter_subscription o where lower(o.email) = lower(p.whole));
update restock_alert r set email = p.whole from plain p
where p.email = r.email and not exists (select from restock_alert o where o.product_id = r.product_id and lower(o.email) = lower(p.whole));
update campus_membership m set email = p.whole from plain p
where p.email = m.email and not exists (select from campus_membership o where lower(o.email) = lower(p.whole));
update campus_application t set email = p.whole from plain p where p.email = t.email;
update shop_order t set email = p.whole from plain p where p.email = t.email;
update checkout t set email = p.whole from plain p where p.email = t.email;
update withdrawal t set email = p.whole from plain p where p.email = t.email;

drop function pg_temp.with_umlauts_in_domain, pg_temp.with_umlauts;

---- create above / drop below ----

select 1; -- what an address was typed as is not known any more
