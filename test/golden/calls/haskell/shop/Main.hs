module Main where

import Shop.Store as Store
import Shop.Types hiding (stock)

discount :: Int -> Item -> Item
discount pct item = item { price = reduce (price item) }
  where
    reduce p = p - percent pct p

percent :: Int -> Int -> Int
percent pct p = p * pct `div` 100

build :: Store
build = foldr Store.insert emptyStore items
  where items = [mkItem "a" 1, mkItem "b" 2]

main :: IO ()
main = do
  let store = modifyAll (discount 10) build
      total = totalValue store
  print total
  putStrLn $ describe (Circle 2)
  putStrLn (render total `join2` "!")
  where
    render n = show n

join2 :: String -> String -> String
join2 a b = a ++ b
