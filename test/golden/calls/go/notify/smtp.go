package notify

type smtp struct{ host string }

func (s smtp) Deliver(text string) error {
	conn := dial(s.host)
	defer conn.Close()
	return conn.write(text)
}

type connection struct{}

func dial(host string) *connection { return &connection{} }

func (c *connection) Close() error { return nil }

func (c *connection) write(text string) error { return nil }

// Deliver of another shape is no Backend.
type fax struct{}

func (f fax) Deliver(text string, pages int) error { return nil }
