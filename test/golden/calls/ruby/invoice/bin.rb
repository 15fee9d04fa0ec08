require_relative "lib/invoice"

def notify(document)
  puts document.number
end

def sample
  Invoice.build("2024-1") do
    line "Tea", price: "300", quantity: 2
    line "Cup", price: "900"
  end
end

Invoice.configure { |config| config.currency = "USD" }

document = sample
puts document.render
puts document.render(Invoice::Renderers::Html.new)
puts document.tax_total

custom = Invoice::Document.new("2", on_change: method(:notify))
custom.line("Pot", price: "1200").line("Lid", price: "100")
custom.subtotal
