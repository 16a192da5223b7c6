-- A cart's lines are in its row: a change is one row, and reading needs no other table. The three lists are as long as each
-- other; what stands at the same place belongs together, in the order of adding.
--
-- Carts can neither be read nor changed while this runs, which is a second or two for a hundred thousand of them.

alter table cart
    add column products bigint[] not null default '{}',
    add column quantities integer[] not null default '{}',
    add column warranties bigint[] not null default '{}'; -- 0 for none

lock table cart_line in share row exclusive mode;
update cart c set products = l.products, quantities = l.quantities, warranties = l.warranties
from (
    select cart_id, array_agg(product_id order by position) as products, array_agg(quantity order by position) as quantities,
           array_agg(warranty_id order by position) as warranties
    from cart_line group by cart_id) l
where l.cart_id = c.id;

alter table cart
    add constraint cart_lines_even check (cardinality(products) = cardinality(quantities) and cardinality(products) = cardinality(warranties)),
    add constraint cart_quantities_positive check (0 < all (quantities));

-- Processes of the version before read and write cart_line. Until the last of them is gone each form follows the other;
-- what one of the triggers writes does not start the other.

create function cart_row_follows() returns trigger language plpgsql as $$
begin
    update cart c set (products, quantities, warranties) = (
        select coalesce(array_agg(l.product_id order by l.position), '{}'), coalesce(array_agg(l.quantity order by l.position), '{}'),
               coalesce(array_agg(l.warranty_id order by l.position), '{}')
        from cart_line l where l.cart_id = c.id)
    where c.id = coalesce(new.cart_id, old.cart_id);
    return null;
end $$;

create function cart_line_follows() returns trigger language plpgsql as $$
begin
    delete from cart_line l where l.cart_id = new.id and l.product_id <> all (new.products);
    insert into cart_line as l (cart_id, product_id, quantity, warranty_id)
    select new.id, n.product_id, n.quantity, n.warranty_id
    from unnest(new.products, new.quantities, new.warranties) with ordinality n (product_id, quantity, warranty_id, position)
    order by n.position
    on conflict on constraint cart_line_pkey do update set quantity = excluded.quantity, warranty_id = excluded.warranty_id;
    return null;
end $$;

create trigger cart_row_follows after insert or update or delete on cart_line
    for each row when (pg_trigger_depth() = 0) execute function cart_row_follows();
-- A cart that begins without lines is one of the version before, which is about to write them.
create trigger cart_line_begins after insert on cart
    for each row when (pg_trigger_depth() = 0 and new.products <> '{}') execute function cart_line_follows();
create trigger cart_line_follows after update of products, quantities, warranties on cart
    for each row when (pg_trigger_depth() = 0) execute function cart_line_follows();

---- create above / drop below ----

drop trigger if exists cart_line_follows on cart;
drop trigger if exists cart_line_begins on cart;
drop trigger if exists cart_row_follows on cart_line;
drop function if exists cart_line_follows(), cart_row_follows();
alter table cart drop column products, drop column quantities, drop column warranties;
