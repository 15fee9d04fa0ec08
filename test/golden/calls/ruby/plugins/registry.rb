class Registry
  class NotFound < StandardError; end

  attr_reader :plugins

  def self.instance
    @instance ||= new
  end

  def initialize
    @plugins = {}
    @hooks = Hash.new { |h, k| h[k] = [] }
  end

  def register(name, klass)
    plugins[name] = klass
    fire(:registered, name)
  end

  def fetch(name)
    @plugins.fetch(name) { missing(name) }
  end

  def on(event, &block)
    @hooks[event] << block
    self
  end

  def build(name, **options)
    fetch(name).new(**options).tap { |plugin| plugin.setup }
  end

  private

  def fire(event, *args)
    @hooks[event].each { |hook| hook.call(*args) }
  end

  def missing(name)
    raise NotFound, name
  end
end
