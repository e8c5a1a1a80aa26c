-- "C" is the order of the bytes, whatever that of the database is.
CREATE TABLE sqlc_orders (
    id      numeric(28, 0) PRIMARY KEY,
    trace   uuid NOT NULL,
    event   varchar(16) COLLATE "C" NOT NULL,
    payment varchar(9) COLLATE "C" NOT NULL,
    parent  numeric(28, 0),
    cause   uuid
);
