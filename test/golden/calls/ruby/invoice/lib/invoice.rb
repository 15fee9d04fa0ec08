# frozen_string_literal: true

require_relative "invoice/money"
require_relative "invoice/line"
require_relative "invoice/document"
require_relative "invoice/renderers"

module Invoice
  class Error < StandardError; end

  class << self
    attr_writer :logger

    def configure
      yield config
    end

    def config
      @config ||= Config.new
    end

    def build(number, &block)
      document = Document.new(number)
      document.instance_eval(&block) if block
      document.validate!
      document
    end
  end

  class Config
    attr_accessor :currency

    def initialize
      reset!
    end

    def reset!
      @currency = "EUR"
    end
  end
end
