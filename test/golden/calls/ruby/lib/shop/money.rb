module Shop
  class Money
    include Comparable

    attr_reader :cents

    def self.zero
      new(0)
    end

    def self.parse(text)
      Money.new(text.to_i)
    end

    def initialize(cents)
      @cents = normalize(cents)
    end

    def +(other)
      Money.new(cents + other.cents)
    end

    def plus(other)
      self + other
    end

    def format
      "#{whole}.#{cents % 100}"
    end

    private

    def whole
      cents / 100
    end

    def normalize(value)
      value.round
    end
  end
end
