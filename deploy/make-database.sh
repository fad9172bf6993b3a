#!/bin/sh
# Makes the service's role, which is no superuser, and its database. Patroni runs it once per cluster with the server's
# address; the official image of Postgres runs it once per data folder with nothing.
set -eu
: "${DATABASE_PASSWORD:?is the password of the role trellis}"
# Nothing waits for a standby yet: there is none.
export PGOPTIONS='-c synchronous_commit=local'
psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set password="$DATABASE_PASSWORD" --dbname "${1:-dbname=postgres user=postgres}" <<'SQL'
CREATE ROLE trellis LOGIN PASSWORD :'password';
CREATE DATABASE trellis OWNER trellis ENCODING 'UTF8' TEMPLATE template0;
SQL
