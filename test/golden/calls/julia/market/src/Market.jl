module Market

using Dates
include("orders.jl")
include("book.jl")
include("pricing/Pricing.jl")

using .Pricing

export Book, place!, best_price, simulate

function simulate(n; seed=1)
    book = Book("sim")
    for i in 1:n
        place!(book, random_order(i, seed))
    end
    fill_all!(book)
    println(report(book))
    return book
end

random_order(i, seed) = isodd(i) ? Limit(Buy(), i, 10.0 + seed) : MarketOrder(Sell(), i)

end
