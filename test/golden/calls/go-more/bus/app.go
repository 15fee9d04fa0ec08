package bus

type App struct {
	*Bus
	seen *Stack[userCreated]
}

func Start() {
	app := &App{Bus: NewBus(WithMetrics(newMetrics())), seen: NewStack[userCreated]()}
	app.On("user.created", app.created).On("user.deleted", removed)
	app.Emit(userCreated{id: 1})
	go app.drain()
	names := Map([]int{1, 2}, label)
	_ = names
}

func (a *App) created(ev Event) {
	if u, ok := ev.(userCreated); ok {
		a.seen.Push(u)
	}
}

func (a *App) drain() {
	for a.seen.Len() > 0 {
		last := a.seen.Pop()
		last.Name()
	}
}

func removed(ev Event) { describe(ev) }
