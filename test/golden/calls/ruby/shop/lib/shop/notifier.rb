module Shop
  class Notifier
    def deliver(order)
      send_message(render(order))
    end

    def render(order)
      "total #{order.total}"
    end

    def send_message(_text)
      raise NotImplementedError
    end
  end

  class EmailNotifier < Notifier
    def send_message(text)
      Smtp.connect.post(text)
    end
  end

  class SmsNotifier < Notifier
    def send_message(text)
      Gateway.post(text)
    end
  end

  class Smtp
    class << self
      def connect
        new
      end
    end

    def post(text)
      text
    end
  end

  module Gateway
    module_function

    def post(text)
      encode(text)
    end

    def encode(text)
      text.encode("UTF-8")
    end
  end
end
