module github.com/acme/bus

go 1.21
