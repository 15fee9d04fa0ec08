module Cart
  module Discounts
    class Base
      def apply(order)
        return order.total unless applies?(order)

        reduce(order.total)
      end

      def applies?(_order) = true

      def reduce(_total)
        raise NotImplementedError
      end
    end

    class Percent < Base
      def initialize(percent)
        @percent = percent
      end

      def reduce(total)
        total * factor
      end

      private

      def factor
        1 - @percent / 100.0
      end
    end

    class Bulk < Percent
      def applies?(order)
        order.items.sum(&:quantity) > 10
      end
    end

    REGISTRY = {
      percent: ->(arg) { Percent.new(arg) },
      bulk: Bulk.method(:new)
    }.freeze

    def self.build(kind, arg)
      REGISTRY.fetch(kind).call(arg)
    end
  end
end
