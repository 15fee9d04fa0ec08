function global_report(order)
  return describe_order(order)
end

function describe_order(order)
  return order.id
end
