require_relative "shop/catalog"
require_relative "shop/order"
require_relative "shop/notifier"

module Shop
  class Error < StandardError; end

  def self.configure
    yield config
  end

  def self.config
    @config ||= Config.new
  end

  class Config
    attr_accessor :currency

    def initialize
      @currency = default_currency
    end

    private

    def default_currency = "EUR"
  end
end
