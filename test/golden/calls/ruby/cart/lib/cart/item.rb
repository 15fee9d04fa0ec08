module Cart
  module Priced
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def priced_at(cents)
        define_method(:price) { Money.new(cents, Cart.config.currency) }
      end
    end

    def total
      price * quantity
    end
  end

  class Item
    include Priced
    attr_reader :sku, :quantity

    def initialize(sku, quantity = 1)
      @sku = sku
      @quantity = quantity
    end

    def price
      @price ||= Catalog.instance.price_of(sku)
    end

    def ==(other)
      other.is_a?(Item) && key == other.key
    end

    def key
      normalize(sku)
    end

    private

    def normalize(text)
      text.downcase
    end
  end

  class GiftItem < Item
    def price
      super * 0
    end

    def key
      "gift-#{super}"
    end
  end

  class Catalog
    class << self
      def instance
        @instance ||= new
      end

      def reset!
        @instance = nil
        instance.load
      end
    end

    def initialize
      @prices = {}
    end

    def load(path = default_path)
      File.foreach(path) { |line| add(*parse(line)) }
      self
    end

    def price_of(sku)
      @prices.fetch(sku) { missing(sku) }
    end

    def add(sku, cents)
      @prices[sku] = Money.new(cents, "EUR")
    end

    private

    def parse(line)
      line.split(",")
    end

    def default_path
      "prices.csv"
    end

    def missing(sku)
      raise Cart::Error, sku
    end
  end
end
