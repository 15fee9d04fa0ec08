module Shop.Money where

import Text.Printf (printf)

newtype Money = Money { cents :: Int }
  deriving (Eq, Ord)

zero :: Money
zero = Money 0

add :: Money -> Money -> Money
add (Money a) (Money b) = clamp $ Money (a + b)

infixl 6 <+>
(<+>) :: Money -> Money -> Money
a <+> b = add a b

clamp :: Money -> Money
clamp m
  | cents m < 0 = zero
  | otherwise = m

render :: Money -> String
render m = printf "%d" (units m)
  where units x = cents x `quot` scale

scale :: Int
scale = 100
