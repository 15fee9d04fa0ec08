require_relative "lib/shop"

def run
  Shop.configure { |c| c.currency = "USD" }
  Shop::Product.create(1, 10)
  book = Shop::Book.new(2, 20)
  puts book.label
  order = Shop::Order.build(1)
  order.add(book, 2).submit
  puts order.total
end

run
