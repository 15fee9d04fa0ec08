using Test
using Geo

function make_square()
    Geo.Polygon([Geo.Point(0, 0), Geo.Point(1, 0), Geo.Point(1, 1), Geo.Point(0, 1)])
end

function check_area()
    sq = make_square()
    @test area(sq) ≈ 1.0
    @test Geo.distance(Geo.Point(0, 0), Geo.Point(1, 0)) == 1
end

check_area()
