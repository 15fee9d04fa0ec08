require_relative 'base'

class Upcase < Base
  LIMIT = 3

  def process(input)
    truncate(input).upcase
  end

  def prepare
    super
    @cache = Cache.build(LIMIT)
    @cache.warm
  end

  private

  def truncate(text)
    return text unless long?(text)

    text[0, LIMIT]
  end

  def long?(text)
    text.length > LIMIT
  end

  class Cache
    def self.build(size) = new(size)

    def initialize(size)
      @size = size
    end

    def warm
      1.upto(@size) { |i| store(i) }
    end

    def store(key); end
  end
end
