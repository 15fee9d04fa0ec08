module Geo

export Point, Circle, Polygon, area, scale, summary_of

include("points.jl")
include("shapes.jl")
include("io/Report.jl")

using .Report: render
import .Report

const ORIGIN = Point(0.0, 0.0)

function summary_of(shapes::Vector{<:Shape})
    total = sum(area, shapes)
    lines = map(describe, shapes)
    return render(lines, total)
end

function run()
    c = Circle(ORIGIN, 2.0)
    p = Polygon([Point(0, 0), Point(1, 0), Point(0, 1)])
    println(summary_of([c, p]))
    Report.save("out.txt", scale(c, 2))
end

end
