#!/bin/sh
# Lets the standby of deploy/compose.yaml copy the primary; run once, when its data are made.
set -eu
echo "host replication raccord samenet scram-sha-256" >> "$PGDATA/pg_hba.conf"
# In the file and not on the command line: the standby copies it, and does not start with fewer connections
# than the primary; what the image makes first would wait for a standby that cannot come yet; and
# ALTER SYSTEM could not take the name out again (docs/network.md).
cat >> "$PGDATA/postgresql.conf" <<SETTINGS
max_connections = 300
synchronous_standby_names = 'standby'
SETTINGS
