package pricing

type Rule interface {
	Apply(sum int) int
}

type Flat struct{ off int }

func (f Flat) Apply(sum int) int { return clamp(sum - f.off) }

type Percent struct{ pct int }

func (p *Percent) Apply(sum int) int { return clamp(sum - p.cut(sum)) }

func (p *Percent) cut(sum int) int { return sum * p.pct / 100 }

type Chain struct{ rules []Rule }

func (c Chain) Apply(sum int) int {
	for _, r := range c.rules {
		sum = r.Apply(sum)
	}
	return sum
}

func NewPercent(p int) *Percent { return &Percent{pct: p} }

func Pick(vip bool) Rule {
	if vip {
		return Chain{rules: []Rule{Flat{5}, NewPercent(10)}}
	}
	return NewPercent(2)
}

func clamp(n int) int {
	if n < 0 {
		return 0
	}
	return n
}
