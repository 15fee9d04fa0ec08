module Calc
  class Node
    def evaluate(_env)
      raise NotImplementedError, "#{self.class} must implement evaluate"
    end

    def to_s
      "(#{describe})"
    end

    def describe = self.class.name
  end

  class Num < Node
    def initialize(value)
      @value = value
    end

    def evaluate(_env) = @value
  end

  class Bin < Node
    OPS = { '+' => :add, '-' => :sub }.freeze

    def initialize(op, left, right)
      @op = op
      @left = left
      @right = right
    end

    def evaluate(env)
      send(OPS.fetch(@op), env)
    end

    def add(env)
      left(env) + right(env)
    end

    def sub(env)
      left(env) - right(env)
    end

    private

    def left(env) = @left.evaluate(env)

    def right(env) = @right.evaluate(env)
  end
end
