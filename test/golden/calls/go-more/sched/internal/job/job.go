package job

import "time"

type Job interface {
	ID() string
	Run() error
}

type meta struct {
	id    string
	tries int
}

func (m *meta) ID() string { return m.id }

func (m *meta) bump() { m.tries++ }

type Shell struct {
	*meta
	cmd string
}

func NewShell(cmd string) *Shell {
	s := &Shell{meta: &meta{id: cmd}, cmd: cmd}
	s.bump()
	return s
}

func (s *Shell) Run() error {
	s.bump()
	return execute(s.cmd)
}

func (s *Shell) Reset() { s.tries = 0 }

type Sleep struct {
	*meta
	d time.Duration
}

func (s Sleep) Run() error {
	time.Sleep(s.Duration())
	return nil
}

func (s Sleep) Duration() time.Duration { return s.d }

func execute(cmd string) error { return nil }
