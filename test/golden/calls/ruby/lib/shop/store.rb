module Shop
  class Store
    def self.default
      @default ||= new
    end

    def initialize
      @rows = {}
    end

    def save(order)
      order.save
      rows[order] = true
    end

    def clear
      rows.clear
    end

    private

    attr_reader :rows
  end
end

# reopened elsewhere
class Shop::Order
  def refund
    total
    Shop::Money.zero
  end
end
