module Invoice
  class Base
    attr_reader :number

    def initialize(number)
      @number = number
      setup
    end

    def render(renderer = Renderers::Text.new)
      renderer.render(self)
    end

    def validate!
      errors.each { |error| raise Error, error }
    end

    private

    def setup; end

    def errors
      raise NotImplementedError
    end
  end

  class Document < Base
    include Taxable
    include Enumerable

    tax 0.2

    def initialize(number, on_change: nil)
      super(number)
      @on_change = on_change
    end

    def line(title, price:, quantity: 1)
      @lines << Line.new(title: title, price: Money.parse(price), quantity: quantity)
      changed
      self
    end

    def each(&block)
      @lines.each(&block)
    end

    def subtotal
      map(&:total).reduce(Money.zero) { |sum, total| sum + total }
    end

    def method_missing(name, *args)
      name.end_with?("_line") ? find_line(name) : super
    end

    def respond_to_missing?(name, private = false) = name.end_with?("_line")

    private

    def setup
      @lines = []
    end

    def errors
      @lines.empty? ? [blank_message] : []
    end

    def blank_message = "no lines"

    def find_line(name)
      @lines.find { |line| line.title == name.to_s.delete_suffix("_line") }
    end

    def changed
      @on_change&.call(self)
    end
  end
end
