package bus

type userCreated struct{ id int }

func (u userCreated) Name() string { return "user.created" }

type userDeleted struct{ userCreated }

func (u userDeleted) Name() string { return "user.deleted" }

func describe(ev Event) string {
	switch e := ev.(type) {
	case userCreated:
		return label(e.id)
	case *Stack[int]:
		return label(e.Len())
	}
	if d, ok := ev.(userDeleted); ok {
		return d.Name()
	}
	return ev.Name()
}

func label(id int) string { return string(rune(id)) }
