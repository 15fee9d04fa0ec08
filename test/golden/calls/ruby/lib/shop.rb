require_relative "shop/version"
require_relative "shop/money"
require_relative "shop/order"
require_relative "shop/notifier"
require_relative "shop/store"

module Shop
  class << self
    attr_accessor :store

    def configure
      self.store ||= Store.default
      yield self if block_given?
      store
    end

    def reset
      configure.clear
    end
  end

  def self.place(items)
    order = Order.build(items)
    order.total
    store_order(order)
    order
  end

  def self.store_order(order)
    Shop.configure.save(order)
  end
end
