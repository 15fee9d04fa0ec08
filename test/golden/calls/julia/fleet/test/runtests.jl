using Test
using Fleet
import Fleet: Routes, label

function make_routes()
    return [Routes.Route((0.0, 0.0), (1.0, 1.0)), Fleet.Routes.Route((2.0, 2.0))]
end

@testset "drive" begin
    car = Car("mini")
    drive!(car, first(make_routes()))
    @test label(car) == "MINI"
    @test Fleet.total_cost(car, 2) |> check
end

check(cost) = cost.amount > 0

fleet = [Car("a"), Truck("b")]
result = simulate(fleet, make_routes())
