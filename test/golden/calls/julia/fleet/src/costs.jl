struct Cost
    amount::Float64
end

+(a::Cost, b::Cost) = Cost(a.amount + b.amount)

total_cost(v::Vehicle, rate) = Cost(base_cost(v) + v.odometer * rate)

base_cost(v) = 100.0
function base_cost(t::Truck)
    extra = map(surcharge, [t.load])
    return 200.0 + first(extra)
end

surcharge(load) = load > 10 ? 5.0 : 0.0

macro timed_cost(ex)
    quote
        report($(esc(ex)))
    end
end

report(c::Cost) = println(c.amount)
