package proxy

type job struct{ r *Request }

func (j *job) run() {}

type done struct{}

func (d *done) run() {}

func work(jobs <-chan *job, finished chan done) {
	for j := range jobs {
		j.run()
	}
	d := <-finished
	d.run()
}

func keys(all map[done]*job) {
	for k := range all {
		k.run()
	}
}
