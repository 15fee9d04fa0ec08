module Shop
  module Auditable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def audited(name)
        audits << name
      end

      def audits
        @audits ||= []
      end
    end

    def audit(message)
      entries << stamp(message)
    end

    def entries
      @entries ||= []
    end

    def stamp(message)
      "#{message}!"
    end
  end

  class Record
    def initialize(id)
      @id = id
    end

    def save
      validate
      persist
    end

    def validate
      true
    end

    def persist
      raise NotImplementedError
    end
  end

  class Order < Record
    include Auditable

    Line = Struct.new(:name, :price)

    attr_reader :lines

    def self.build(items)
      order = new(1)
      items.each { |item| order.add(item) }
      order
    end

    def initialize(id)
      super
      @lines = []
      @total = Money.zero
      @notifier = EmailNotifier.new(self)
    end

    def add(item)
      lines << Line.new(item, Money.parse("1"))
      touch
      self
    end

    def total
      @total = @total.plus(Money.parse("2"))
      @total.format
    end

    def validate
      super && lines.any?
    end

    def persist
      audit("persist")
      @notifier.deliver("saved")
      each_line(&method(:describe))
      lines.map(&:name)
    end

    def complete!
      return unless ready?

      self.state = :complete
      add("x").touch
    end

    def state=(value)
      audit(value)
    end

    def each_line
      lines.each { |line| yield line }
    end

    def touch
      audit "touched"
    end

    private

    def ready?
      lines.any?
    end

    def describe(line)
      line.name
    end
  end
end
