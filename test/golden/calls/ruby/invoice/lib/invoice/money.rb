module Invoice
  class Money
    include Comparable

    attr_reader :cents

    def self.zero
      new(0)
    end

    def self.parse(text)
      new(Integer(clean(text)))
    end

    def self.clean(text)
      text.delete("^0-9")
    end
    private_class_method :clean

    def initialize(cents)
      @cents = cents
    end

    def +(other)
      Money.new(cents + other.cents)
    end

    def *(factor)
      self.class.new(cents * factor)
    end

    def <=>(other)
      cents <=> other.cents
    end

    def to_s
      "#{units}.#{rest}"
    end

    private

    def units = cents / 100

    def rest
      pad(cents % 100)
    end

    def pad(n)
      n.to_s.rjust(2, "0")
    end
  end
end
