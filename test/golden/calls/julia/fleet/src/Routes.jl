module Routes

export Route, distance

struct Route
    stops::Vector{Tuple{Float64,Float64}}
end

Route(stops...) = Route(collect(stops))

distance(r::Route) = sum(legs(r))

function legs(r::Route)
    return [hop(a, b) for (a, b) in zip(r.stops, r.stops[2:end])]
end

hop(a, b) = hypot(a[1] - b[1], a[2] - b[2])

shortest(routes) = argmin(distance, routes)

end
