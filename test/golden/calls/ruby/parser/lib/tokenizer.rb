require 'strscan'

module Calc
  class Token
    attr_reader :type, :value

    def initialize(type, value = nil)
      @type = type
      @value = value
    end

    def operator?
      type == :op
    end

    def self.eof
      @eof ||= new(:eof)
    end
  end

  class Tokenizer
    include Enumerable

    def initialize(source)
      @scanner = StringScanner.new(source)
    end

    def each
      until done?
        token = next_token
        yield token if token
      end
      yield Token.eof
    end

    private

    def done? = @scanner.eos?

    def next_token
      skip_space
      if (text = @scanner.scan(/\d+/))
        number(text)
      else
        Token.new(:op, @scanner.getch)
      end
    end

    def number(text) = Token.new(:num, text.to_i)

    def skip_space
      @scanner.skip(/\s+/)
    end
  end
end
