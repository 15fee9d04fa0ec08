abstract type AbstractGrid end

struct Grid{T} <: AbstractGrid
    n::Int
    source::Vector{T}
    function Grid{T}(n, source) where {T}
        check_size(n, source)
        new{T}(n, source)
    end
end

Grid(source::Vector{T}) where {T} = Grid{T}(length(source), source)

check_size(n, source) = n == length(source) || throw(SizeError(n))

struct SizeError <: Exception
    n::Int
end

Base.showerror(io::IO, e::SizeError) = print(io, "bad size ", e.n)

spacing(g::AbstractGrid) = 1 / (g.n + 1)

function initial(g::Grid{T}) where {T}
    h = spacing(g)
    return map(i -> guess(i * h), 1:g.n)
end

@inline guess(x) = x * (1 - x)

function read_grid(io::IO)
    numbers = parse_line.(eachline(io))
    return Grid(numbers)
end

parse_line(line) = parse(Float64, strip(line))
