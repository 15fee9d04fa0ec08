require "time"

module Blog
  module Taggable
    def self.included(base)
      base.extend(ClassMethods)
    end

    module ClassMethods
      def default_tags(*tags)
        @default_tags = tags.map { |tag| normalize(tag) }
      end

      def normalize(tag)
        tag.to_s.downcase
      end
    end

    def tag(name)
      tags << self.class.normalize(name)
      touch
      self
    end

    def tags
      @tags ||= []
    end
  end

  class Post
    include ::Blog::Taggable
    include Comparable

    attr_reader :title, :body, :updated_at
    default_tags :blog

    def initialize(title, body: "")
      @title = title
      @body = body
      touch
    end

    def self.parse(text)
      title, body = split(text)
      new(title, body: body)
    end

    class << self
      def split(text)
        text.split("\n", 2)
      end
    end

    def <=>(other)
      slug <=> other.slug
    end

    def slug
      @slug ||= slugify(title)
    end

    def words = body.split.map(&method(:clean))

    def ==(other)
      other.is_a?(Post) && slug == other.slug
    end

    protected

    def touch
      @updated_at = Time.now
    end

    private

    def slugify(text)
      clean(text).tr(" ", "-")
    end

    def clean(word)
      word.downcase
    end
  end

  class Draft < Post
    def initialize(title)
      super(title, body: placeholder)
      tag(:draft)
    end

    def slug
      "draft-#{super}"
    end

    def placeholder
      "TODO"
    end
  end
end
