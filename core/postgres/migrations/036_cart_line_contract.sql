-- Nobody reads or writes cart_line any more: the lines are in their carts.

drop trigger cart_line_follows on cart;
drop trigger cart_line_begins on cart;
drop table cart_line;
drop function cart_line_follows(), cart_row_follows();

---- create above / drop below ----

create table cart_line (
    cart_id     uuid not null,
    product_id  bigint not null,
    quantity    integer not null,
    warranty_id bigint not null default 0,
    position    bigint generated always as identity,
    constraint cart_line_pkey primary key (cart_id, product_id),
    constraint cart_line_quantity_positive check (quantity > 0)
);

insert into cart_line (cart_id, product_id, quantity, warranty_id)
select c.id, l.product_id, l.quantity, l.warranty_id
from cart c, unnest(c.products, c.quantities, c.warranties) with ordinality l (product_id, quantity, warranty_id, position)
order by c.id, l.position;
