require_relative 'tokenizer'
require_relative 'nodes'

module Calc
  class ParseError < StandardError
    def self.at(token)
      new("unexpected #{token.value}")
    end
  end

  class Parser
    def self.parse(source)
      new(source).parse
    end

    def initialize(source, tokenizer: Tokenizer.new(source))
      @tokens = tokenizer.to_a
      @position = 0
    end

    def parse
      node = term
      while current.operator?
        op = advance
        node = Bin.new(op.value, node, term)
      end
      expect(:eof)
      node
    end

    private

    def term
      token = advance
      raise ParseError.at(token) unless token.type == :num

      Num.new(token.value)
    end

    def current
      @tokens[@position] || Token.eof
    end

    def advance
      token = current
      @position += 1
      token
    end

    def expect(type)
      fail_with(current) unless current.type == type
    end

    def fail_with(token)
      raise ParseError.at(token)
    end
  end
end
