package clock

import "time"

var source = system{}

type system struct{}

func (system) now() time.Time { return time.Now() }

func Now() time.Time { return source.now() }

func Since(t time.Time) time.Duration { return Now().Sub(t) }
