#!/bin/sh
# Restarts the processes of this machine one after the other; each is ready before the next goes.
#   deploy/systemd/raccord-restart.sh 8001 8002
set -eu
for port in "$@"; do
    systemctl restart "raccord@$port"
    until curl --silent --fail --output /dev/null "http://localhost:$port/readyz"; do sleep 0.5; done
done
