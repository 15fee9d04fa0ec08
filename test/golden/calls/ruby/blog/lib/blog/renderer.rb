module Blog
  class Renderer
    REGISTRY = {}

    def self.inherited(klass)
      super
      REGISTRY[klass.name] = klass
    end

    def self.formats
      REGISTRY.keys
    end

    def self.for(format)
      case format
      when :html then Html.new
      when :text then Text.new
      end
    end

    def render(posts)
      posts.sort.map { |post| item(post) }.join(separator)
    end

    def item(_post)
      raise NotImplementedError
    end

    def separator
      "\n"
    end

    class Html < Renderer
      def item(post)
        "<h1>#{escape(post.title)}</h1>"
      end

      def escape(text)
        text.gsub("<", "&lt;")
      end
    end

    class Text < Renderer
      def item(post)
        underline(post.title)
      end

      def separator = super * 2

      private def underline(text)
        "#{text}\n#{'=' * text.size}"
      end
    end
  end
end
