module Cart
  class Order
    include Enumerable
    attr_reader :items, :id

    def initialize(id)
      @id = id
      @items = []
      @hooks = Hash.new { |hash, key| hash[key] = [] }
    end

    def <<(item)
      @items << item
      run(:added, item)
      self
    end

    def each(&block)
      items.each(&block)
    end

    def on(event, &block)
      @hooks[event] << block
    end

    def total
      map(&:total).reduce(Money.zero) { |sum, one| sum + one }
    end

    def checkout(discount: nil, gateway: Gateway.new)
      raise EmptyCart.new(self) if items.empty?

      amount = discount ? discount.apply(self) : total
      gateway.charge(amount).tap { |receipt| run(:paid, receipt) }
    end

    private

    def run(event, payload)
      @hooks[event].each { |hook| hook.call(payload) }
    end
  end

  class Gateway
    Receipt = Data.define(:amount) do
      def print
        puts headline
      end

      def headline = "Paid #{amount}"
    end

    def charge(amount)
      retrying(3) { Receipt.new(amount: amount) }
    end

    private

    def retrying(times)
      yield
    rescue IOError
      retry if (times -= 1).positive?
    end
  end
end
