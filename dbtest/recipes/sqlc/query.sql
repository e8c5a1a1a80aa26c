-- name: AddOrder :exec
INSERT INTO sqlc_orders (id, trace, event, payment, parent, cause)
VALUES ($1, $2, $3, $4, $5, $6);

-- name: Order :one
SELECT * FROM sqlc_orders WHERE id = $1;

-- name: Orders :many
SELECT * FROM sqlc_orders
WHERE id BETWEEN sqlc.arg(first) AND sqlc.arg(last)
ORDER BY id;

-- name: OrdersByID :many
SELECT * FROM sqlc_orders WHERE id = ANY(sqlc.arg(ids)::numeric[]) ORDER BY id;

-- name: OrdersFromEvent :many
SELECT * FROM sqlc_orders WHERE event >= $1 ORDER BY event;

-- name: Children :many
SELECT id FROM sqlc_orders WHERE parent = $1 ORDER BY id;
