require_relative 'upcase'

class Machine
  STATES = %i[idle running].freeze

  def initialize(plugin: Upcase.new)
    @plugin = plugin
    @state = :idle
  end

  def start!
    transition(:running)
    stop! if finished?
  end

  def stop!
    transition(:idle)
  end

  def call(text)
    start!
    output = @plugin.run(text)
    callbacks.each(&:call)
    helper.format(output)
  end

  def helper
    @helper ||= Helper.new
  end

  def callbacks = []

  def finished? = !@state

  private

  def transition(to)
    @state = to
  end
end

class Helper
  def format(text)
    wrap(text)
  end

  def wrap(text) = "<#{text}>"
end

if __FILE__ == $PROGRAM_NAME
  registry = Registry.instance.on(:registered) { |n| puts n }
  machine = Machine.new
  puts machine.call("hello")
  machine.stop!
end
