#!/bin/sh
# Lets the standby of deploy/compose.yaml copy the primary; run once, when its data are made.
set -eu
echo "host replication raccord samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
