abstract type Vehicle end

mutable struct Car <: Vehicle
    name::String
    fuel::Float64
    odometer::Float64

    Car(name) = new(name, full_tank(), 0.0)
end

mutable struct Truck <: Vehicle
    name::String
    fuel::Float64
    odometer::Float64
    load::Float64
end

Truck(name::AbstractString) = Truck(name, full_tank(), 0.0, 0.0)

full_tank() = 50.0

label(v::Vehicle) = uppercase(v.name)
label(t::Truck) = string("truck ", invoke(label, Tuple{Vehicle}, t))

consumption(::Car) = 0.05
consumption(t::Truck) = 0.2 + weight_factor(t.load)

weight_factor(load) = load / 1000

function burn!(v::Vehicle, km)
    v.fuel -= km * consumption(v)
    v.fuel < 0 && throw(OutOfFuel(v))
    nothing
end

struct OutOfFuel <: Exception
    vehicle::Vehicle
end

Base.showerror(io::IO, e::OutOfFuel) = print(io, label(e.vehicle), " is empty")

function Base.show(io::IO, v::Vehicle)
    print(io, label(v))
end
