#!/usr/bin/env ruby
require "shop"
require "json"

def main(argv)
  order = Shop.place(argv)
  order.complete!
  order.refund
  report(order)
  JSON.generate({})
end

def report(order)
  money = Shop::Money.new(5)
  puts money.format
  puts(Shop::Money.parse("7").plus(money).format)
  order.unknown_thing
end

main(ARGV)
