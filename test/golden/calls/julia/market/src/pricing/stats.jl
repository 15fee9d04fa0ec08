average(xs) = total(xs) / length(xs)
total(xs) = sum(xs)
