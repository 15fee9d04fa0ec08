require_relative "blog/post"
require_relative "blog/store"
require_relative "blog/renderer"

module Blog
  VERSION = "1.0"

  class Error < StandardError; end

  def self.config
    @config ||= Config.new
  end

  def self.configure
    yield config
    config.validate!
  end

  class Config
    attr_accessor :path, :format

    def initialize
      @path = default_path
      @format = :html
    end

    def validate!
      raise Error, "bad format #{format}" unless known_format?
    end

    private

    def known_format?
      Renderer.formats.include?(format)
    end

    def default_path
      File.join(Dir.pwd, "posts")
    end
  end
end
