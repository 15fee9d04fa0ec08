module Shop.Types
  ( Order(..)
  , Line(..)
  , mkOrder
  , total
  ) where

import qualified Data.List as L
import Shop.Money (Money, add, zero)

data Line = Line
  { lineName :: String
  , linePrice :: Money
  }

data Order = Order
  { orderId :: Int
  , orderLines :: [Line]
  }

mkOrder :: Int -> [Line] -> Order
mkOrder n ls = Order n (normalize ls)

normalize :: [Line] -> [Line]
normalize = L.sortOn lineName . filter valid
  where
    valid l = lineName l /= "" && positive (linePrice l)
    positive p = p /= zero

total :: Order -> Money
total = foldr (add . linePrice) zero . orderLines
