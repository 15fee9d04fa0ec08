module Main (main) where

import Shop.Money
import Shop.Store
import Shop.Types

main :: IO ()
main = do
  store <- newMemory
  let order = mkOrder 1 items
      items = map line ["pen", "cup"]
  saveAll store [order]
  found <- find store 1
  print . render $ total order <+> zero
  maybe (return ()) (putStrLn . describe) found
  either report return =<< check order

line :: String -> Line
line name = Line name (Money (length name))

describe :: Order -> String
describe o = render (total o) ++ suffix o
  where
    suffix = show . orderId

check :: Order -> IO (Either String ())
check o = if total o == zero then pure (Left "empty") else pure (Right ())

report :: String -> IO ()
report = putStrLn
