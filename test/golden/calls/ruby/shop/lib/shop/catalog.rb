module Shop
  module Priced
    def price_with_tax
      price * (1 + tax_rate)
    end

    def tax_rate
      0.2
    end
  end

  module Findable
    def find(id)
      all.find { |item| item.id == id }
    end

    def all
      @all ||= []
    end
  end

  class Product
    include Priced
    include Comparable
    extend Findable

    attr_reader :id, :price

    def self.create(id, price)
      product = new(id, price)
      all << product
      product
    end

    def initialize(id, price)
      @id = id
      @price = price
    end

    def <=>(other)
      price <=> other.price
    end

    def label
      "#{id}: #{format_price(price)}"
    end

    private

    def format_price(value)
      value.to_s
    end
  end

  class Book < Product
    def tax_rate
      super / 2
    end

    def label
      "Book " + super
    end
  end
end
