require_relative 'registry'

module Loggable
  def self.included(base)
    base.extend(ClassMethods)
  end

  module ClassMethods
    def logger
      @logger ||= Logger.new
    end
  end

  def info(message)
    self.class.logger.write(tagged(message))
  end

  def tagged(message)
    "[#{name}] #{message}"
  end
end

class Logger
  def write(line)
    flush if full?
    buffer << line
  end

  def buffer
    @buffer ||= []
  end

  def full? = buffer.size > 10

  def flush
    buffer.clear
  end
end

class Base
  include Loggable

  def self.inherited(klass)
    super
    Registry.instance.register(klass.name, klass)
  end

  def setup
    info("setup")
    prepare
  end

  def prepare; end

  def name
    self.class.name
  end

  def run(input)
    before(input)
    result = process(input)
    after(result)
  ensure
    info("done")
  end

  def process(_input)
    raise NotImplementedError
  end

  private

  def before(input); end

  def after(result)
    result
  end
end
