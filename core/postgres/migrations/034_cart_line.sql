-- Checking the cart of every line by a foreign key is a quarter of what adding to a cart costs the database. A line is only
-- written after its cart's row, in the same transaction, and pruning takes the lines of the carts that it deletes.

alter table cart_line drop constraint cart_line_cart_fkey;

---- create above / drop below ----

delete from cart_line l where not exists (select from cart c where c.id = l.cart_id);
alter table cart_line add constraint cart_line_cart_fkey foreign key (cart_id) references cart (id) on delete cascade;
