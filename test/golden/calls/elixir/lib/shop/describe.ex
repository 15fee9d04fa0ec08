defprotocol Shop.Describe do
  def describe(value)
end
