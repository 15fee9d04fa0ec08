module Inventory.Report (report, render, Format(..)) where

import Data.List (sortBy, intercalate)
import Data.Ord (comparing)
import Inventory.Types (Describable(..), Item, Priced(price))
import qualified Inventory.Store as Store

data Format = Plain | Fancy Int

render :: Describable a => Format -> [a] -> String
render Plain xs = intercalate ", " (map describe xs)
render (Fancy n) xs = unlines [pad n (describe x) | x <- xs]

report :: Store.Stock' -> [Item] -> String
report stock items =
  let sorted = sortBy byPrice items
      body = render (Fancy 4) sorted
  in header ++ body ++ footer (Store.total stock)

byPrice :: Priced a => a -> a -> Ordering
byPrice = comparing price

header :: String
header = "Report\n"

footer :: Int -> String
footer n
  | n > 0 = pad 2 (show n)
  | otherwise = empty
  where empty = ""

pad :: Int -> String -> String
pad n text = replicate n ' ' ++ text
