using Test, Market

@testset "book" begin
    book = Market.Book("t")
    place!(book, Market.Limit(Market.Buy(), 1, 2.0))
    @test best_price(book) == 2.0
    @test Market.Pricing.mid([1.0]) == 1.0
end

check_net() = Market.net(simulate(2))
