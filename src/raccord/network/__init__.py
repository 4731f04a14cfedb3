"""Beyond one process: sections of a hall on one PostgreSQL, and centres that play on by themselves.

``doorbell`` hears what other processes commit, ``leases`` gives each section one writer,
``station`` is what makes a process one of several, ``sections`` starts those of a machine. It
knows the hall, which knows nothing of it: the hall is handed what it needs of it.

A centre is a laptop that goes on when its link is cut (``centre``, ``outbox``), a ``hub`` joins
what centres send (``reception``, ``union``): bytes come in, bytes go out, and nothing knows HTTP.
"""
