module Invoice
  Line = Struct.new(:title, :price, :quantity, keyword_init: true) do
    def total
      price * quantity
    end

    def free?
      total == Money.zero
    end
  end

  module Taxable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def tax(rate)
        rates << check_rate(rate)
      end

      def rates
        @rates ||= []
      end

      private

      def check_rate(rate)
        raise Error, "bad rate" unless rate.between?(0, 1)

        rate
      end
    end

    def tax_total
      self.class.rates.sum { |rate| taxed(rate) }
    end

    def taxed(rate)
      (subtotal.cents * rate).round
    end
  end
end
