module Main (main) where

import Control.Monad.State (execState)
import Inventory.Report
import Inventory.Store
import Inventory.Types
import System.Environment (getArgs)

main :: IO ()
main = do
  args <- getArgs
  let items = map parse args
      stock = execState (mapM_ addM items >> removeM "nail") emptyStock
  putStr $ report stock items
  mapM_ (putStrLn . describe) items
  print =<< audit stock

parse :: String -> Item
parse text = case break (== ':') text of
  (name, rest) -> mkItem name (number rest) 1

number :: String -> Int
number = read . drop 1

audit :: Stock -> IO Int
audit stock = do
  let t = total stock
  logLine ("total " <> show t)
  return t

logLine :: String -> IO ()
logLine = putStrLn
