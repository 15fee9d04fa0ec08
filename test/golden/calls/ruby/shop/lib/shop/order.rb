require_relative "catalog"

module Shop
  module Audited
    def add(product, quantity = 1)
      log("add")
      super
    end

    def log(text)
      puts text
    end
  end

  class Order
    prepend Audited

    Line = Struct.new(:product, :quantity) do
      def total
        product.price_with_tax * quantity
      end
    end

    def initialize(notifier)
      @lines = []
      @notifier = notifier
      @discount = Discount.new(0.1)
    end

    def add(product, quantity = 1)
      @lines << Line.new(product, quantity)
      self
    end

    def total
      sum = @lines.sum { |line| line.total }
      @discount.apply(sum)
    end

    def submit
      validate!
      @notifier.deliver(self)
      each_line(&method(:print_line))
    end

    def each_line
      return enum_for(:each_line) unless block_given?

      @lines.each { |line| yield line }
    end

    def self.build(*ids)
      order = new(EmailNotifier.new)
      ids.each { |id| order.add(Product.find(id)) }
      order
    end

    private

    def validate!
      raise Error, "empty" if empty?
    end

    def empty?
      @lines.empty?
    end

    def print_line(line)
      puts line.product.label
    end
  end

  class Discount
    def initialize(rate)
      @rate = rate
    end

    def apply(sum)
      sum - saving(sum)
    end

    def saving(sum) = sum * @rate
  end
end
