package main

import (
	"flag"
	"log"

	"acme.dev/sched/internal/job"
	"acme.dev/sched/internal/queue"
)

type runner struct {
	q    *queue.Queue[job.Job]
	hook func(job.Job)
}

func newRunner(size int) *runner {
	r := &runner{q: queue.New[job.Job](size)}
	r.hook = r.report
	return r
}

func (r *runner) report(j job.Job) {
	log.Println(j.ID())
}

func (r *runner) loop() {
	for !r.q.Empty() {
		j, err := r.q.Pop()
		if err != nil {
			fatal(err)
		}
		if e := j.Run(); e != nil {
			r.retry(j)
			continue
		}
		r.hook(j)
	}
}

func (r *runner) retry(j job.Job) {
	switch t := j.(type) {
	case *job.Shell:
		t.Reset()
	case job.Sleep:
		log.Println(t.Duration())
	}
	r.q.Push(j)
}

func fatal(err error) { log.Fatal(err) }

func main() {
	flag.Parse()
	r := newRunner(parseSize(flag.Arg(0)))
	job.Each(job.Load(flag.Args()), r.q.Push)
	defer r.loop()
	walk(flag.Args(), visit)
}

func parseSize(s string) int { return len(s) }

func walk(args []string, fn func(string)) {
	for _, a := range args {
		fn(a)
	}
}

func visit(a string) { log.Println(a) }
