module Blog
  class Store
    include Enumerable

    def initialize(posts = [], logger: nil)
      @posts = posts
      @hooks = []
      @logger = logger
    end

    def each(&block)
      @posts.each(&block)
    end

    def add(post)
      @posts << post
      run_hooks(post)
      log("added #{post.slug}")
    end

    alias_method :<<, :add

    def on_add(&hook)
      @hooks << hook
    end

    def find_by_slug(slug)
      find { |post| post.slug == slug } || missing(slug)
    end

    def method_missing(name, *args)
      return tagged(name.to_s.delete_prefix("with_")) if name.to_s.start_with?("with_")

      super
    end

    def respond_to_missing?(name, all = false)
      name.to_s.start_with?("with_") || super
    end

    def tagged(tag)
      select { |post| post.tags.include?(tag) }
    end

    private

    def run_hooks(post)
      @hooks.each { |hook| hook.call(post) }
    end

    def missing(slug)
      raise Error, slug
    end

    def log(text)
      @logger&.info(text)
    end
  end
end
