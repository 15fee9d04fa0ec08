#!/usr/bin/env ruby
$LOAD_PATH.unshift File.expand_path("../lib", __dir__)
require "cart"

include Cart

Cart.configure { |config| config.currency = "USD" }

def report(receipt)
  receipt.print
end

order = Order.new(1)
order.on(:paid) { |receipt| report(receipt) }
order << Item.new("a", 2) << GiftItem.new("b")
discount = Cart::Discounts.build(:percent, 10)
receipt = order.checkout(discount: discount)
receipt.print
puts order.total.to_s
Catalog.reset!
