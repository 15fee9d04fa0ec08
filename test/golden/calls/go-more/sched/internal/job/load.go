package job

func Load(args []string) []Job {
	var jobs []Job
	for _, a := range args {
		jobs = append(jobs, parse(a))
	}
	return jobs
}

func parse(a string) Job {
	if isSleep(a) {
		return Sleep{meta: &meta{id: a}}
	}
	return NewShell(a)
}

func isSleep(a string) bool { return a == "sleep" }

func Each(jobs []Job, f func(Job)) {
	for _, j := range jobs {
		f(j)
	}
}
