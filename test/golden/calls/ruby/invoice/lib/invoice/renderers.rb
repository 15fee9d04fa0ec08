module Invoice
  module Renderers
    REGISTRY = {}

    def self.register(name, renderer)
      REGISTRY[name] = renderer
    end

    def self.for(name)
      REGISTRY.fetch(name).new
    end

    class Text
      def render(document)
        [header(document), *body(document), footer(document)].join("\n")
      end

      private

      def header(document)
        "Invoice #{document.number}"
      end

      def body(document)
        document.map { |line| format_line(line) }
      end

      def format_line(line)
        "#{line.title} #{line.total}"
      end

      def footer(document)
        document.subtotal.to_s
      end
    end

    class Html < Text
      def render(document)
        wrap("pre", super)
      end

      private

      def header(document)
        wrap("h1", super)
      end

      def wrap(tag, text) = "<#{tag}>#{text}</#{tag}>"
    end

    register :text, Text
    register :html, Html
  end
end
