module Shop
  class Notifier
    def initialize(order)
      @order = order
    end

    def deliver(text)
      prepare(text)
      transmit(text)
    end

    def transmit(_text)
      raise NotImplementedError
    end

    def prepare(text)
      text.strip
    end
  end

  class EmailNotifier < Notifier
    prepend(Module.new)

    def transmit(text)
      Shop::Helpers.log(text)
      Helpers.log(text)
    end
  end

  module Helpers
    module_function

    def log(text)
      $stdout.puts(decorate(text))
    end

    def decorate(text)
      "[shop] #{text}"
    end
  end
end
