module Cart
  Money = Struct.new(:cents, :currency) do
    include Comparable

    def self.zero
      new(0, Cart.config.currency)
    end

    def +(other)
      same!(other)
      with(cents + other.cents)
    end

    def *(factor) = with((cents * factor).to_i)

    def <=>(other)
      cents <=> other.cents
    end

    def to_s
      format_cents(cents)
    end

    private

    def with(value)
      Money.new(value, currency)
    end

    def same!(other)
      raise Error unless other.currency == currency
    end

    def format_cents(value)
      format("%.2f", value / 100.0)
    end
  end
end
