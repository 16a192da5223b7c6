-- Mails that were sent, or are being sent until the claim ends. A request is sent once per id.
create table mail_sent (
    id            text not null,
    template      text not null,
    claimed_until timestamptz not null,
    sent_at       timestamptz,
    constraint mail_sent_pkey primary key (id)
);

---- create above / drop below ----

drop table mail_sent;
