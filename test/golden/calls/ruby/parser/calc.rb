require_relative 'lib/parser'

class Repl
  def initialize(out: $stdout)
    @out = out
    @history = History.new(10)
  end

  def run(lines)
    lines.each do |line|
      handle(line)
    end
    summary
  end

  def handle(line)
    node = Calc::Parser.parse(line)
    result = node.evaluate({})
    @history.push(result).trim!
    show(result)
  rescue Calc::ParseError => e
    show(e.message)
  end

  def summary
    @history.each_entry(&method(:show))
  end

  private

  def show(text)
    @out.puts(text)
  end
end

class History
  def initialize(limit)
    @limit = limit
    @entries = []
  end

  def push(entry)
    @entries << entry
    self
  end

  def trim!
    @entries.shift while over?
    self
  end

  def over?
    @entries.size > @limit
  end

  def each_entry(&block)
    @entries.each { |e| block.call(e) }
  end
end

Repl.new.run(ARGV)
