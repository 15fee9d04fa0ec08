require_relative "cart/money"
require_relative "cart/item"
require_relative "cart/discounts"
require "cart/checkout"

module Cart
  class Error < StandardError; end
  class EmptyCart < Error
    def initialize(cart)
      super("#{cart.id} is empty")
    end
  end

  def self.configure
    yield config
    config.validate!
  end

  def self.config
    @config ||= Config.new
  end

  class Config
    attr_accessor :currency, :rounding

    def initialize
      @currency = default_currency
      @rounding = method(:round_half_up)
    end

    def validate!
      raise Error, "no currency" unless currency
    end

    private

    def default_currency = "EUR"

    def round_half_up(value)
      value.round
    end
  end
end
