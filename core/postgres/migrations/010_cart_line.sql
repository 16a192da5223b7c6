-- Checking the product of every line by a foreign key locks the product's row with each change of a cart. Products are
-- never deleted, only taken off sale, and lines are added for products that are on sale.

alter table cart_line drop constraint cart_line_product_fkey;
drop index cart_line_product;

---- create above / drop below ----

create index cart_line_product on cart_line (product_id);
alter table cart_line add constraint cart_line_product_fkey foreign key (product_id) references product (id);
