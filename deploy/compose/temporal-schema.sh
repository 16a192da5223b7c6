#!/bin/sh
# Makes and updates Temporal's two databases; running it again does nothing new.
set -eu
schema() {
	temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u "$POSTGRES_USER" --db "$1" create
	temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u "$POSTGRES_USER" --db "$1" setup-schema -v 0.0 || true
	temporal-sql-tool --plugin postgres12 --ep postgres -p 5432 -u "$POSTGRES_USER" --db "$1" update-schema -d "/etc/temporal/schema/postgresql/v12/$2/versioned"
}
schema temporal temporal
schema temporal_visibility visibility
