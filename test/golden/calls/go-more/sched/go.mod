module acme.dev/sched

go 1.22
